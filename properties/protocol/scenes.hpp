#pragma once

#include "model/protocol/scenario.hpp"

namespace properties::protocol {

/// How much is explored: everyone does anything.
struct Bounds {
  int users{2};
  int sessions{2};
  int operations{1};           ///< Of each session, one after the other.
  bool one_is_private{false};  ///< User 2 is, and requests are decided, too.
  int mishaps{0};              ///< Transactions that are rolled back, at any step.
};

/// Follow, unfollow, block and unblock of every two users, both ways, and decide of who is private.
[[nodiscard]] model::protocol::Slot any_operation(std::map<model::UserId, bool> const& accounts);

/// Every session does any operation, so many times.
[[nodiscard]] model::protocol::Scenario everyone_does_anything(Bounds const& bounds);

/// What one session may choose from, of two users alone: 1 follows and unfollows 2, 2 blocks and
/// unblocks 1.
[[nodiscard]] model::protocol::Scenario follows_beside_blocks(int sessions, int operations);

/// 1 follows 2, and the view knows. Then 2 posts with this token, beside a revocation, after which
/// the relation may come back; a consumer receives what is there to be received; and 1 reads twice,
/// in any mode.
[[nodiscard]] model::protocol::Scenario posts_beside_revocation(model::TokenRead token);

/// Three events of two pairs, the first of them out of date, and this many consumers, each of which
/// receives two of them, whichever.
[[nodiscard]] model::protocol::Scenario consumers_of_anything(int consumers);

}  // namespace properties::protocol
