#pragma once

#include <cstdint>
#include <vector>

#include "checker/history.hpp"
#include "checker/spec.hpp"

namespace checker::tests {

/// A small generator whose stream is the same everywhere (splitmix64).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_{seed} {}

  [[nodiscard]] std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    auto word = state_;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31U);
  }
  /// From 0 to `bound` - 1.
  [[nodiscard]] std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  [[nodiscard]] bool one_in(std::int64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// What a random history is like.
struct Shape {
  std::size_t operations = 7;
  std::int64_t clients = 3;
  std::int64_t unknown_one_in = 6;
  std::int64_t failed_one_in = 12;
};

/// A legal history: operations take effect between their calls and returns, some are cut off.
/// Ticks are drawn from a narrow range, so that many are equal.
template <SequentialSpec Spec, class PickOperation>
[[nodiscard]] History<typename Spec::Operation, typename Spec::Outcome> legal_history(
    Spec const& spec, Shape const& shape, Dice& dice, PickOperation pick_operation) {
  History<typename Spec::Operation, typename Spec::Outcome> history;
  auto state = spec.initial();
  std::vector<Tick> free_at(static_cast<std::size_t>(shape.clients), 0);
  Tick effect = 0;
  for (std::size_t i = 0; i < shape.operations; ++i) {
    effect += dice.below(3);
    auto const client = static_cast<ClientId>(dice.below(shape.clients));
    auto& free = free_at[static_cast<std::size_t>(client)];
    if (free > effect) effect = free;
    auto const operation = pick_operation(dice);
    auto const call = std::max(free, effect - dice.below(5));
    auto const ret = effect + dice.below(5);
    free = ret + 1;
    if (dice.one_in(shape.failed_one_in)) {
      history.push_back({client, operation, call, ret, NeverHappened{}});
      continue;
    }
    bool const unknown = dice.one_in(shape.unknown_one_in);
    if (unknown && dice.one_in(2)) {
      history.push_back({client, operation, call, std::nullopt, Indeterminate{}});
      continue;
    }
    auto [after, outcome] = spec.step(std::move(state), operation);
    state = std::move(after);
    if (unknown) {
      history.push_back({client, operation, call, std::nullopt, Indeterminate{}});
    } else {
      history.push_back(
          {client, operation, call, ret, Returned<typename Spec::Outcome>{std::move(outcome)}});
    }
  }
  return history;
}

/// Gives one operation the outcome it would have in another, mostly wrong, state.
template <SequentialSpec Spec, class PickOperation>
void perturb(History<typename Spec::Operation, typename Spec::Outcome>& history, Spec const& spec,
             Dice& dice, PickOperation pick_operation) {
  if (history.empty()) return;
  auto& victim =
      history[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(history.size())))];
  if (!std::holds_alternative<Returned<typename Spec::Outcome>>(victim.completion)) return;
  auto state = spec.initial();
  for (auto steps = dice.below(5); steps > 0; --steps) {
    state = spec.step(std::move(state), pick_operation(dice)).first;
  }
  victim.completion =
      Returned<typename Spec::Outcome>{spec.step(std::move(state), victim.operation).second};
}

}  // namespace checker::tests
