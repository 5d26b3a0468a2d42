#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <variant>

namespace checker::specs {

/// A number that starts at zero: add (blind), add and get, read.
struct Counter {
  using State = std::int64_t;

  struct Add {
    std::int64_t amount;
    friend auto operator<=>(Add const&, Add const&) = default;
  };
  struct AddAndGet {
    std::int64_t amount;
    friend auto operator<=>(AddAndGet const&, AddAndGet const&) = default;
  };
  struct Read {
    friend auto operator<=>(Read const&, Read const&) = default;
  };
  using Operation = std::variant<Add, AddAndGet, Read>;

  /// An add took effect.
  struct Done {
    friend auto operator<=>(Done const&, Done const&) = default;
  };
  /// What the counter held after the operation.
  struct Total {
    std::int64_t value{};
    friend auto operator<=>(Total const&, Total const&) = default;
  };
  using Outcome = std::variant<Done, Total>;

  [[nodiscard]] State initial() const { return 0; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    if (auto const* add = std::get_if<Add>(&operation)) return {state + add->amount, Done{}};
    if (auto const* get = std::get_if<AddAndGet>(&operation)) state += get->amount;
    return {state, Total{state}};
  }

  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    if (auto const* add = std::get_if<Add>(&operation)) return add->amount == 0;
    if (auto const* get = std::get_if<AddAndGet>(&operation)) return get->amount == 0;
    return true;
  }
};

}  // namespace checker::specs
