#pragma once

#include <optional>
#include <string>

#include "properties/trace/trace.hpp"

namespace properties::trace {

/// What makes well-typed values no sensible trace, and where in the file: "/scenario/lost/0".
struct Flaw {
  std::string place;
  std::string what;
};

/// The first flaw, if any: session names that clash or are reserved, ids below 1, a post made
/// twice, a switch at a point that no program has or twice at one point.
[[nodiscard]] std::optional<Flaw> find_flaw(Scenario const& scenario);

/// The first disagreement of a run with its scenario: records of actions that no program has,
/// responses before calls, log entries out of order.
[[nodiscard]] std::optional<Flaw> find_flaw(Scenario const& scenario, Run const& run);

}  // namespace properties::trace
