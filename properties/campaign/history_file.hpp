#pragma once

#include <string>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::campaign {

/// The writes of a run as a JSON Lines history (traces/README.md) that `relcheck check` reads:
/// a line for every call and one for how it ended, in the order in which that happened.
[[nodiscard]] std::string history_lines(trace::Scenario const& scenario, trace::Run const& run);

}  // namespace properties::campaign
