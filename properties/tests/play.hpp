#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "properties/schedule/rng.hpp"
#include "properties/schedule/strategy.hpp"

namespace properties::tests {

/// Programs that take steps without any server: session s takes `steps[s]` steps, one an action,
/// and sometimes waits until another session has finished.
struct Play {
  std::vector<int> steps;
  std::uint64_t waits_seed{0};  ///< 0: nobody waits.
  /// Steps (session, n-th) that have a name. The others are called begin, and touch nothing.
  std::map<std::pair<int, int>, trace::Step> named{};
};

struct Played {
  std::vector<int> taken;  ///< Who took each step.
  trace::Schedule schedule;
  int preemptions{0};  ///< How often one lost its turn that could have gone on.
};

/// Plays the programs under a strategy by the controller's rules: a switch is what differs from
/// going on, or from the first that can.
[[nodiscard]] Played play(Play const& programs, schedule::Strategy& strategy);

}  // namespace properties::tests
