#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <set>
#include <utility>
#include <variant>

namespace checker::specs {

/// A set: add, remove, contains. Each tells whether the value was in it before. Values are
/// independent of each other.
template <class Value = std::int64_t>
struct Set {
  using State = std::set<Value>;

  struct Add {
    Value value;
    friend auto operator<=>(Add const&, Add const&) = default;
  };
  struct Remove {
    Value value;
    friend auto operator<=>(Remove const&, Remove const&) = default;
  };
  struct Contains {
    Value value;
    friend auto operator<=>(Contains const&, Contains const&) = default;
  };
  using Operation = std::variant<Add, Remove, Contains>;

  /// Whether the value was in the set before the operation.
  struct Outcome {
    bool was_member{};
    friend auto operator<=>(Outcome const&, Outcome const&) = default;
  };

  [[nodiscard]] State initial() const { return {}; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    auto const& value = subject(operation);
    Outcome const outcome{state.contains(value)};
    if (std::holds_alternative<Add>(operation)) state.insert(value);
    if (std::holds_alternative<Remove>(operation)) state.erase(value);
    return {std::move(state), outcome};
  }

  [[nodiscard]] std::array<Value, 1> footprint(Operation const& operation) const {
    return {subject(operation)};
  }
  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    return std::holds_alternative<Contains>(operation);
  }
  [[nodiscard]] bool keeps_state(Operation const& operation, Outcome const& outcome) const {
    if (std::holds_alternative<Add>(operation)) return outcome.was_member;
    return std::holds_alternative<Contains>(operation) || !outcome.was_member;
  }

  [[nodiscard]] static Value const& subject(Operation const& operation) {
    return std::visit([](auto const& any) -> Value const& { return any.value; }, operation);
  }
};

}  // namespace checker::specs
