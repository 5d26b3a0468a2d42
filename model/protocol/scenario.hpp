#pragma once

#include <map>
#include <variant>
#include <vector>

#include "model/operation.hpp"
#include "model/outcome.hpp"
#include "model/protocol/program.hpp"

namespace model::protocol {

/// One delivery of the event with this seq to a consumer. It becomes possible when the event is
/// committed; if it never is, the delivery is void.
struct Deliver {
  int seq{1};
  friend auto operator<=>(Deliver const&, Deliver const&) = default;
};

/// Statements in a fixed order, whatever they answer: for comparing the store with a server.
struct Script {
  Pair pair;  ///< What `Place::asked` means; `Place::reverse` is the other direction.
  Program program;
  friend auto operator<=>(Script const&, Script const&) = default;
};

/// What a session does next.
using Task =
    std::variant<Follow, Unfollow, Decide, Block, Unblock, MakePost, CanRead, Deliver, Script>;

/// One of these tasks, whichever the session likes.
using Slot = std::vector<Task>;

/// A client or consumer with a connection of its own: one task after the other.
using Sessions = std::vector<std::vector<Slot>>;

/// Everything that can vary, but for the schedule.
struct Scenario {
  std::map<UserId, bool> accounts;  ///< Value: is it private?
  std::vector<Task> given;          ///< Done first, one after the other.
  Sessions sessions;                ///< At most kMaxSessions.
  int aborts{
      0};  ///< How many transactions may be rolled back by a mishap, at any step (at most 3).
};

/// A session that has no choice.
[[nodiscard]] inline std::vector<Slot> in_order(std::vector<Task> const& tasks) {
  std::vector<Slot> slots;
  for (auto const& task : tasks) slots.push_back({task});
  return slots;
}

}  // namespace model::protocol
