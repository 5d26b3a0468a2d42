#pragma once

#include <utility>

#include "model/state.hpp"

namespace model {

/// The specification of the relation system: what one client alone would see (R1–R4, R9, T1).
/// Total, deterministic, free of I/O. A post whose id exists already is a programmer error.
[[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation);

/// May `viewer` read `post` in this state? (T1; a post that does not exist may not be read.)
[[nodiscard]] bool may_read(State const& state, UserId viewer, PostId post);

}  // namespace model
