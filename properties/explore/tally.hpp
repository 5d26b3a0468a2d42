#pragma once

#include "properties/explore/explore.hpp"

namespace properties::explore {

/// Counts one run, and tells of it whom the limits name.
void tally(Exploration& into, Limits const& limits, harness::Examined const& examined);

/// Whether a limit is met.
[[nodiscard]] bool spent(Exploration const& exploration, Limits const& limits);

}  // namespace properties::explore
