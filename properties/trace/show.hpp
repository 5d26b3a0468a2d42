#pragma once

#include <string>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::trace {

/// "follow(1,2)", "decide(2,1,accept)", "post(2,p1,followers,plain)", "can_read(1,p1,truth)",
/// "deliver(e3)", "rebuild()".
[[nodiscard]] std::string show(Action const& action);
/// "CHANGED 1→2 ACTIVE v1 e1", "NOOP already_active", "ALLOW projection", "applied", …
[[nodiscard]] std::string show(Answer const& answer);
[[nodiscard]] std::string show(Completion const& completion);
/// "ACTIVE v1"
[[nodiscard]] std::string show(model::PairRow const& row);
/// "e3 1→2 ACTIVE v1"
[[nodiscard]] std::string show(Event const& event);
/// "c1 follow(1,2) lock_pair"
[[nodiscard]] std::string show(Scenario const& scenario, Point const& point);
/// "ACTIVE"
[[nodiscard]] std::string show_state(model::RelationState state);
/// Name of a session: its own, "given" or "drain".
[[nodiscard]] std::string session_name(Scenario const& scenario, int session);

}  // namespace properties::trace
