#pragma once

#include <compare>
#include <variant>
#include <vector>

#include "model/ids.hpp"

namespace model {

enum class RelationState { removed, pending, active };
enum class Verdict { changed, noop, rejected };
enum class Reason {
  none,
  already_active,
  already_pending,
  already_removed,
  already_blocked,
  not_blocked,
  self,
  blocked,
  not_pending,
  unknown,
};

struct Pair {
  UserId follower;
  UserId followee;
  friend auto operator<=>(Pair const&, Pair const&) = default;
};

/// The default is the placeholder "never followed" (R9).
struct PairRow {
  RelationState state{RelationState::removed};
  Version version;
  friend auto operator<=>(PairRow const&, PairRow const&) = default;
};

struct Change {
  Pair pair;
  PairRow row;
  friend auto operator<=>(Change const&, Change const&) = default;
};

/// Answer to a write. `present` is the pair named by follow, unfollow and decide; for block and
/// unblock the permission at stake, blocked → blocker; default for posts, self pairs and unknown
/// accounts. `changes` are in pair order.
struct WriteOutcome {
  Verdict verdict{Verdict::rejected};
  Reason reason{Reason::none};
  PairRow present;
  std::vector<Change> changes;
  friend auto operator<=>(WriteOutcome const&, WriteOutcome const&) = default;
};

/// Answer of the truth to CanRead, whatever mode was asked for.
struct ReadOutcome {
  bool allowed{false};
  friend auto operator<=>(ReadOutcome const&, ReadOutcome const&) = default;
};

struct InspectOutcome {
  PairRow row;
  bool blocked{false};  ///< The followee has blocked the follower (this direction only).
  friend auto operator<=>(InspectOutcome const&, InspectOutcome const&) = default;
};

using Outcome = std::variant<WriteOutcome, ReadOutcome, InspectOutcome>;

}  // namespace model
