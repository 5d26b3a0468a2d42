#pragma once

#include <string>
#include <string_view>

#include "properties/trace/scenario.hpp"

namespace properties::trace {

/// What two findings have in common when they are the same finding: eight hexadecimal digits made
/// of the property and the shape of the scenario, for folder names.
///
/// The shape is the kinds of operation per session with users, posts and seqs renamed in order of
/// appearance. Names of sessions, the order of like sessions, values, the schedule and the seed are
/// no part of it. Stable across builds and machines. Meant for shrunk scenarios.
[[nodiscard]] std::string signature(std::string_view property, Scenario const& scenario);

/// The text that is hashed, for people: "follow(a,b) | block(b,a)".
[[nodiscard]] std::string shape_of(Scenario const& scenario);

}  // namespace properties::trace
