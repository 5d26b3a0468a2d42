#pragma once

#include <algorithm>
#include <array>

#include "checker/assert.hpp"
#include "checker/exploration/decorators.hpp"
#include "checker/exploration/report.hpp"

namespace checker::exploration {

using Words = std::array<std::uint64_t, kMaxWords>;

template <Machine M>
[[nodiscard]] Words encoded(M const& machine, typename M::State const& state) {
  Words words{};
  machine.encode(state, words.data());
  return words;
}

/// Finds actions that lead through the states of these encodings. Encodings may have forgotten
/// names (Symmetric), the actions have not: each is one of the state that was really reached.
template <Machine M>
class Retrace {
 public:
  explicit Retrace(M const& machine) : machine_{machine} {}

  /// `chain` starts with the encoding of an initial state; its last step, if `broken` is not
  /// at rest, is one that breaks the claims of `seen`.
  [[nodiscard]] Counterexample<M> follow(std::vector<Words> const& chain, Observation seen) const {
    Counterexample<M> found{start(chain.front()), {}, seen};
    auto state = found.initial;
    for (std::size_t i = 1; i < chain.size(); ++i) {
      found.actions.push_back(step(state, chain[i], i + 1 == chain.size() ? seen.broken : 0));
    }
    return found;
  }

 private:
  using State = typename M::State;
  using Action = typename M::Action;

  [[nodiscard]] State start(Words const& words) const {
    auto const initial = machine_.initial();
    auto const found = std::find_if(initial.begin(), initial.end(), [&](State const& state) {
      return encoded(machine_, state) == words;
    });
    RELCHECK_ASSERT(found != initial.end());
    return *found;
  }
  /// Moves `state` on to the next encoding; says by which action.
  [[nodiscard]] Action step(State& state, Words const& next, std::uint32_t broken) const {
    std::vector<Action> actions;
    enabled_unreduced(machine_, state, actions);
    for (bool const exact : {true, false}) {
      for (auto const& action : actions) {
        auto after = state;
        auto const seen = machine_.apply(after, action);
        if (encoded(machine_, after) != next) continue;
        if (exact && (seen.broken & broken) != broken) continue;
        state = after;
        return action;
      }
    }
    fail_assertion("an action leads to the next state of the chain", __FILE__, __LINE__);
  }

  M const& machine_;
};

}  // namespace checker::exploration
