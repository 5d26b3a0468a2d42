#include "properties/explore/explore.hpp"

#include <optional>

#include "properties/explore/follower.hpp"
#include "properties/explore/reduced.hpp"
#include "properties/explore/tally.hpp"
#include "properties/explore/unreduced.hpp"

namespace properties::explore {
namespace {

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
    tally(into, limits, examined);
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
    tally(into, limits, examined);
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
