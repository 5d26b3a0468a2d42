#include "properties/explore/walk.hpp"

#include "properties/explore/tally.hpp"
#include "properties/harness/perform.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::explore {

Exploration walk(harness::Worker& worker, trace::Scenario const& scenario, Route const& route,
                 EdgeCoverage& coverage, Limits const& limits) {
  Exploration walked;
  auto const outlook = harness::outlook_of(scenario);
  while (!coverage.stop() && !spent(walked, limits)) {
    auto const number = static_cast<std::uint64_t>(walked.executions);
    auto const strategy =
        route.strategy->make(schedule::derive_seed(route.seed, number, 0), outlook);
    auto const examined = harness::examine(worker, scenario, *strategy, limits.only);
    coverage.saw(examined.result.run);
    tally(walked, limits, examined);
  }
  walked.finished = coverage.stop();
  return walked;
}

}  // namespace properties::explore
