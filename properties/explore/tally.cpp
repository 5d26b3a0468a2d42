#include "properties/explore/tally.hpp"

namespace properties::explore {
namespace {

constexpr std::size_t kUndecidedKept = 3;

}  // namespace

void tally(Exploration& into, Limits const& limits, harness::Examined const& examined) {
  if (limits.on_run) limits.on_run(examined);
  auto const& result = examined.result;
  ++into.executions;
  into.waiting_runs += result.blocked_steps > 0 ? 1 : 0;
  into.lock_waits += result.blocked_steps;
  for (auto const& deadlock : result.run.deadlocks) ++into.victims[deadlock.victim];
  into.steps += result.steps;
  auto const [seen, fresh] =
      into.outcomes.try_emplace(outcome_of(examined), OutcomeSeen{examined.scenario.schedule, 0});
  ++seen->second.runs;
  if (!examined.report.undecided.empty()) ++into.undecided;
  for (auto const& why : examined.report.undecided) {
    if (into.undecided_because.size() < kUndecidedKept) into.undecided_because.push_back(why);
  }
  if (examined.report.findings.empty()) return;
  if (++into.violations == 1 && limits.on_violation) limits.on_violation(examined);
}

bool spent(Exploration const& exploration, Limits const& limits) {
  if (limits.stopped && limits.stopped()) return true;
  return limits.executions > 0 && exploration.executions >= limits.executions;
}

}  // namespace properties::explore
