#pragma once

#include "model/protocol/claims.hpp"
#include "model/protocol/scenario.hpp"

namespace model::protocol {

/// The claims that some run of the scenario might break: the others hold for want of a task that
/// they are about.
[[nodiscard]] std::uint32_t claims_tested_by(Scenario const& scenario);

/// The goals that are about what the scenario does; some may be out of its reach nevertheless.
[[nodiscard]] std::uint32_t goals_about(Scenario const& scenario);

}  // namespace model::protocol
