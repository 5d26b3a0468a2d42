#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/spec.hpp"
#include "checker/specs/queue_order.hpp"

namespace checker::specs {

/// A first-in, first-out queue without bound. A dequeue of an empty queue answers nothing.
template <class Value = std::int64_t>
struct Queue {
  using State = std::deque<Value>;

  struct Enqueue {
    Value value;
    friend auto operator<=>(Enqueue const&, Enqueue const&) = default;
  };
  struct Dequeue {
    friend auto operator<=>(Dequeue const&, Dequeue const&) = default;
  };
  using Operation = std::variant<Enqueue, Dequeue>;

  /// An enqueue took effect.
  struct Done {
    friend auto operator<=>(Done const&, Done const&) = default;
  };
  /// What a dequeue took out, if the queue was not empty.
  struct Taken {
    std::optional<Value> value;
    friend auto operator<=>(Taken const&, Taken const&) = default;
  };
  using Outcome = std::variant<Done, Taken>;

  [[nodiscard]] State initial() const { return {}; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    if (auto const* enqueue = std::get_if<Enqueue>(&operation)) {
      state.push_back(enqueue->value);
      return {std::move(state), Done{}};
    }
    if (state.empty()) return {std::move(state), Taken{}};
    Taken const taken{state.front()};
    state.pop_front();
    return {std::move(state), taken};
  }

  /// With every value put in once, no search is needed (see decide_queue).
  [[nodiscard]] std::optional<Decision> decide(
      std::vector<OpenSpan> const& spans,
      std::vector<SearchedOperation<Operation, Outcome>> const& operations) const {
    std::map<Value, std::size_t> numbers;
    auto const number = [&](Value const& value) {
      return numbers.try_emplace(value, numbers.size()).first->second;
    };
    std::vector<QueueAccess> accesses;
    for (auto const& [operation, outcome] : operations) {
      using enum QueueAccess::Kind;
      auto const* put = std::get_if<Enqueue>(operation);
      auto const* taken = outcome != nullptr ? std::get_if<Taken>(outcome) : nullptr;
      if (put != nullptr) {
        accesses.push_back({enqueue, number(put->value)});
      } else if (taken == nullptr) {
        accesses.push_back({dequeue, std::nullopt});
      } else if (!taken->value) {
        accesses.push_back({find_empty, std::nullopt});
      } else {
        accesses.push_back({dequeue, number(*taken->value)});
      }
    }
    return decide_queue(spans, accesses, numbers.size());
  }

  [[nodiscard]] bool keeps_state(Operation const&) const { return false; }
  [[nodiscard]] bool keeps_state(Operation const&, Outcome const& outcome) const {
    return outcome == Outcome{Taken{}};
  }
};

}  // namespace checker::specs
