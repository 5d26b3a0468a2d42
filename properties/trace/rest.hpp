#pragma once

#include <string>
#include <vector>

#include "properties/trace/run.hpp"

namespace properties::trace {

/// How the run ended, in lines for people: what the drain did, what the tables say at rest, and
/// the invariants that do not hold there.
[[nodiscard]] std::vector<std::string> lines_at_rest(Run const& run);

}  // namespace properties::trace
