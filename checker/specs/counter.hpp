#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/spec.hpp"
#include "checker/specs/counter_slots.hpp"

namespace checker::specs {

/// A number that starts at zero: add (blind), add and get, read. Its totals must fit 64 bits.
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
    if (auto const* add = std::get_if<Add>(&operation)) return {sum(state, add->amount), Done{}};
    if (auto const* get = std::get_if<AddAndGet>(&operation)) state = sum(state, get->amount);
    return {state, Total{state}};
  }

  /// No search is needed where totals tell the order (see decide_counter).
  [[nodiscard]] std::optional<Decision> decide(
      std::vector<OpenSpan> const& spans,
      std::vector<SearchedOperation<Operation, Outcome>> const& operations) const {
    std::vector<CounterAccess> accesses;
    for (auto const& [operation, outcome] : operations) {
      CounterAccess access;
      if (auto const* add = std::get_if<Add>(operation)) access.amount = add->amount;
      if (auto const* get = std::get_if<AddAndGet>(operation)) access.amount = get->amount;
      auto const* total = outcome != nullptr ? std::get_if<Total>(outcome) : nullptr;
      if (total != nullptr) access.total = total->value;
      accesses.push_back(access);
    }
    return decide_counter(spans, accesses);
  }

  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    if (auto const* add = std::get_if<Add>(&operation)) return add->amount == 0;
    if (auto const* get = std::get_if<AddAndGet>(&operation)) return get->amount == 0;
    return true;
  }

 private:
  /// Wraps around, so that a step is defined whatever the amounts.
  [[nodiscard]] static std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};

}  // namespace checker::specs
