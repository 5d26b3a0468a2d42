#include "properties/explore/explore.hpp"

#include <optional>

#include "properties/explore/follower.hpp"
#include "properties/explore/reduced.hpp"
#include "properties/explore/unreduced.hpp"

namespace properties::explore {
namespace {

using harness::Examined;

constexpr std::size_t kUndecidedKept = 3;

/// Steps that do not what their name says. Another schema may change any.
std::set<trace::Step> unknown_steps(mutants::Mutant const* mutant) {
  std::set<trace::Step> unknown;
  if (mutant == nullptr) return unknown;
  for (std::size_t i = 0; i < trace::kStepNames.size(); ++i) {
    auto const step = static_cast<trace::Step>(i);
    bool const ends = step == trace::Step::commit || step == trace::Step::rollback;
    if (!mutant->schema.empty() && step != trace::Step::begin && !ends) unknown.insert(step);
  }
  for (auto const& statement : mutant->statements) {
    if (auto const step = trace::step_named(statement.name)) unknown.insert(*step);
  }
  return unknown;
}

void count(Exploration& into, Limits const& limits, Examined const& examined) {
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

void explore_reduced(harness::Worker& worker, trace::Scenario const& scenario,
                     std::set<trace::Step> const& unknown, Limits const& limits,
                     Exploration& into) {
  Tree tree;
  std::optional<Tree::Next> next = Tree::Next{};
  while (next && !spent(into, limits)) {
    Follower follower{worker.controller(), Reading{scenario, unknown}, std::move(next->path),
                      std::move(next->sleep)};
    auto const examined = harness::examine(worker, scenario, follower, limits.only);
    follower.finish(examined.result);
    tree.grow(follower);
    into.redundant += follower.redundant_from() < follower.happenings().size() ? 1 : 0;
    count(into, limits, examined);
    next = tree.next();
  }
  into.finished = !next;
}

void explore_all(harness::Worker& worker, trace::Scenario const& scenario, Limits const& limits,
                 Exploration& into) {
  std::vector<Unreduced::Taken> prefix;
  do {
    if (spent(into, limits)) return;
    Unreduced unreduced{std::move(prefix)};
    auto const examined = harness::examine(worker, scenario, unreduced, limits.only);
    unreduced.finish();
    count(into, limits, examined);
    prefix = unreduced.next();
  } while (!prefix.empty());
  into.finished = true;
}

}  // namespace

Exploration explore(harness::Worker& worker, trace::Scenario const& scenario,
                    mutants::Mutant const* mutant, Limits const& limits) {
  auto program = scenario;
  program.schedule.switches.clear();
  Exploration exploration;
  if (limits.reduction) {
    explore_reduced(worker, program, unknown_steps(mutant), limits, exploration);
  } else {
    explore_all(worker, program, limits, exploration);
  }
  return exploration;
}

}  // namespace properties::explore
