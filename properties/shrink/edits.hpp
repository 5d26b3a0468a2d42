#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "properties/trace/scenario.hpp"

namespace properties::shrink {

/// One way to make scenarios smaller: all candidates it offers for a scenario, best first.
/// Every candidate is well-formed; switches that lost their place are gone.
struct Pass {
  std::string_view name;
  std::vector<trace::Scenario> (*candidates)(trace::Scenario const&);
};

/// The passes over programs: sessions, actions, deliveries, losses, values.
[[nodiscard]] std::vector<Pass> const& program_passes();

}  // namespace properties::shrink
