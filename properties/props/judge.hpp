#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/props/invariants.hpp"
#include "properties/props/property.hpp"

namespace properties::props {

/// A property that does not hold in a run, with the reason in words.
struct Finding {
  std::string property;
  std::vector<std::string> because;
  std::string file;  ///< Where the property stands.
  int line{0};
};

/// What all properties (C++ and SQL) say of one run, in a fixed order.
struct Report {
  std::vector<Finding> findings;
  std::vector<std::string> undecided;  ///< "property: why"
  std::vector<std::string> held;       ///< Properties that applied and held.
};

/// Judges a run by every property, or by those named. `asked`: the SQL invariants that were asked
/// during the run.
[[nodiscard]] Report judge(trace::Scenario const& scenario, trace::Run const& run,
                           std::vector<std::string> const& only = {},
                           std::vector<Invariant> const& asked = all_invariants());

/// Names of all properties, C++ and SQL, sorted.
[[nodiscard]] std::vector<std::string> property_names(
    std::vector<Invariant> const& asked = all_invariants());

}  // namespace properties::props
