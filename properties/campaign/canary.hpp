#pragma once

#include <vector>

#include "properties/props/invariants.hpp"
#include "properties/server/server.hpp"

namespace properties::campaign {

/// Whether a mutant known to be racy was caught.
struct Canary {
  bool found{false};
  int schedules{0};
};

/// The self-check that the schedules are under control: runs checks_block_before_lock on
/// follow ‖ block, where two random schedules of three catch it. Takes some milliseconds and
/// leaves the first worker's database empty.
[[nodiscard]] Canary sing(server::Server& server, std::vector<props::Invariant> const& invariants);

}  // namespace properties::campaign
