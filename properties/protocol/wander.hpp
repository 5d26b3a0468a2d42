#pragma once

#include "properties/protocol/moves.hpp"

namespace properties::protocol {

/// A scenario drawn from this seed: two or more sessions, but at most so many, of one to three
/// tasks each, of all kinds, of two or three users; no session has a choice.
[[nodiscard]] model::protocol::Scenario random_scenario(std::uint64_t seed,
                                                        std::size_t most_sessions);

/// One run to its end, drawn from this seed.
struct Walk {
  std::vector<Move> moves;
  model::protocol::Tables tables;  ///< At the end.
};
[[nodiscard]] Walk wander(model::protocol::Machine const& machine, std::uint64_t seed);

}  // namespace properties::protocol
