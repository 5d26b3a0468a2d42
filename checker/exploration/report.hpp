#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "checker/exploration/machine.hpp"

namespace checker::exploration {

/// Why a search returned.
enum class End {
  exhausted,     ///< There is nothing left: what was not seen does not happen.
  goal_missed,   ///< The same, but some goal was never reached: the search proves little.
  violated,      ///< A claim was broken; there is a counterexample.
  budget_spent,  ///< `run` goes on where it was.
};

[[nodiscard]] constexpr std::string_view word(End end) {
  switch (end) {
    case End::exhausted:
      return "exhausted";
    case End::goal_missed:
      return "goal missed";
    case End::violated:
      return "violated";
    case End::budget_spent:
      return "budget spent";
  }
  return "";
}

struct Statistics {
  std::uint64_t states{0};       ///< Different ones, the initial ones included.
  std::uint64_t transitions{0};  ///< Steps taken, to known states too.
  std::uint64_t at_rest{0};      ///< States in which nothing is enabled.
  std::uint64_t depth{0};     ///< Steps from an initial state: of the last layer, or the deepest.
  double bytes_per_state{0};  ///< Memory of the visited set.
};

/// How to get to what was seen: the actions, from the initial state on.
template <class M>
struct Counterexample {
  typename M::State initial;
  std::vector<typename M::Action> actions;
  Observation seen;
};

template <class M>
struct Report {
  End end{End::exhausted};
  Statistics statistics;
  std::uint32_t reached{0};  ///< Goals that some step or state reached.
  std::uint32_t missed{0};   ///< Those asked for that none did, once there is nothing left.
  std::optional<Counterexample<M>> counterexample;
};

/// Nothing is left: holds it against the goals that were asked for.
template <class M>
void settle_goals(Report<M>& report, std::uint32_t goals) {
  report.missed = goals & ~report.reached;
  if (report.missed != 0) report.end = End::goal_missed;
}

/// Called now and then with how far the search has got.
using Progress = std::function<void(Statistics const&)>;

}  // namespace checker::exploration
