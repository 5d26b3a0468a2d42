#pragma once

#include "properties/protocol/moves.hpp"
#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::protocol {

/// A scenario of the machine and a run of it, as the services can take it: what sessions chose is
/// what they do, tasks that nobody called are left out, and the schedule takes the moves in their
/// order. Scripts have no services: a programmer error. Victims, wakes and mishaps are left to the
/// server and the controller.
[[nodiscard]] trace::Scenario translate(model::protocol::Scenario const& scenario,
                                        std::vector<Move> const& moves);

/// How many of the moves the run has taken, in their order, before it did anything else.
[[nodiscard]] std::size_t moves_taken(trace::Run const& run, std::vector<Move> const& moves);

}  // namespace properties::protocol
