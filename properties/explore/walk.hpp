#pragma once

#include "properties/explore/edge_coverage.hpp"
#include "properties/explore/explore.hpp"
#include "properties/schedule/strategy.hpp"

namespace properties::explore {

/// How a scenario is walked at random.
struct Route {
  schedule::StrategyKind const* strategy{nullptr};
  std::uint64_t seed{0};
};

/// Runs the scenario under one schedule of the strategy after the other until the coverage says
/// stop, or a limit is met. `finished`: the coverage said so.
[[nodiscard]] Exploration walk(harness::Worker& worker, trace::Scenario const& scenario,
                               Route const& route, EdgeCoverage& coverage, Limits const& limits);

}  // namespace properties::explore
