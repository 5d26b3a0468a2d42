#pragma once

#include <string>
#include <vector>

#include "model/outcome.hpp"
#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::props::evidence {

/// "c1 follow(1,2)"
[[nodiscard]] std::string name(trace::Scenario const& scenario, trace::ActionRecord const& record);
/// "c1 follow(1,2) answered CHANGED 1→2 ACTIVE v1 e1"
[[nodiscard]] std::string said(trace::Scenario const& scenario, trace::ActionRecord const& record);
/// "1→2"
[[nodiscard]] std::string words(model::Pair pair);
/// "e3 (1→2 ACTIVE v1)"
[[nodiscard]] std::string words(trace::Event const& event);
/// "CHANGED 1→2 ACTIVE v1", "NOOP already_active (ACTIVE v1)", "ALLOW", "ACTIVE v1, blocked"
[[nodiscard]] std::string words(model::Outcome const& outcome);
/// "a", "a and b", "a, b and c"
[[nodiscard]] std::string listed(std::vector<std::string> const& items);
/// The lines of a text, without their ends.
[[nodiscard]] std::vector<std::string> lines(std::string const& text);

}  // namespace properties::props::evidence
