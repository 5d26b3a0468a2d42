#pragma once

#include <optional>

#include "model/protocol/scenario.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::protocol {

/// The scenario as the machine has it, its schedule left aside; nothing if it is beyond what the
/// machine knows (model/README.md, "Limits").
[[nodiscard]] std::optional<model::protocol::Scenario> to_machine(trace::Scenario const& scenario);

/// The other way, of a scenario in which no session has a choice. Its schedule is empty.
[[nodiscard]] trace::Scenario to_program(model::protocol::Scenario const& scenario);

}  // namespace properties::protocol
