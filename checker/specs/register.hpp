#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/spec.hpp"
#include "checker/specs/unique_writes.hpp"

namespace checker::specs {

/// One register: read, write, compare-and-set. It may start empty.
template <class Value = std::int64_t>
struct Register {
  using State = std::optional<Value>;

  struct Read {
    friend auto operator<=>(Read const&, Read const&) = default;
  };
  struct Write {
    Value value;
    friend auto operator<=>(Write const&, Write const&) = default;
  };
  struct CompareAndSet {
    Value expected;
    Value desired;
    friend auto operator<=>(CompareAndSet const&, CompareAndSet const&) = default;
  };
  using Operation = std::variant<Read, Write, CompareAndSet>;

  /// What a read found.
  struct Found {
    std::optional<Value> value;
    friend auto operator<=>(Found const&, Found const&) = default;
  };
  /// The value was written or swapped in.
  struct Done {
    friend auto operator<=>(Done const&, Done const&) = default;
  };
  /// A compare-and-set found something else than it expected.
  struct Refused {
    friend auto operator<=>(Refused const&, Refused const&) = default;
  };
  using Outcome = std::variant<Found, Done, Refused>;

  State start;  ///< What the register holds before the first operation.

  [[nodiscard]] State initial() const { return start; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    if (std::holds_alternative<Read>(operation)) return {state, Found{state}};
    if (auto const* write = std::get_if<Write>(&operation)) return {write->value, Done{}};
    auto const& swap = std::get<CompareAndSet>(operation);
    if (state != swap.expected) return {std::move(state), Refused{}};
    return {swap.desired, Done{}};
  }

  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    if (std::holds_alternative<Read>(operation)) return true;
    auto const* swap = std::get_if<CompareAndSet>(&operation);
    return swap != nullptr && swap->expected == swap->desired;
  }
  [[nodiscard]] bool keeps_state(Operation const& operation, Outcome const& outcome) const {
    return keeps_state(operation) || std::holds_alternative<Refused>(outcome);
  }
  /// Without compare-and-set and with every value written once, no search is needed.
  [[nodiscard]] std::optional<Decision> decide(
      std::vector<OpenSpan> const& spans,
      std::vector<SearchedOperation<Operation, Outcome>> const& operations) const {
    std::map<State, std::size_t> numbers{{start, 0}};
    std::vector<RegisterAccess> accesses;
    for (auto const& [operation, outcome] : operations) {
      auto const* write = std::get_if<Write>(operation);
      auto const* found = outcome != nullptr ? std::get_if<Found>(outcome) : nullptr;
      if (write == nullptr && found == nullptr) return std::nullopt;
      State const value = write != nullptr ? State{write->value} : found->value;
      auto const number = numbers.try_emplace(value, numbers.size()).first->second;
      accesses.push_back({write != nullptr, number});
    }
    return decide_unique_writes(spans, accesses, numbers.size(), 0);
  }
  [[nodiscard]] bool overwrites(Operation const& operation) const {
    return std::holds_alternative<Write>(operation);
  }
};

}  // namespace checker::specs
