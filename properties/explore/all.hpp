#pragma once

#include <vector>

#include "properties/trace/scenario.hpp"

namespace properties::explore {

/// Every scenario of `sessions` sessions with one relation operation each over two users: every
/// unordered choice of operations (follow, unfollow, accept, refuse, block, unblock, either way
/// round), both privacies of both users, and every state of the two that operations can reach:
/// states of both relations, both blocks, and whether there has been a relation at all.
/// Two users who only trade places make two scenarios. In a fixed order.
[[nodiscard]] std::vector<trace::Scenario> all_scenarios(int sessions);

}  // namespace properties::explore
