#pragma once

#include <vector>

#include "impl/domain/relation.hpp"

namespace impl {

enum class Outcome { changed, noop, rejected };

/// Why a write was NOOP or REJECTED.
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

/// One relation that a write changed.
struct Change {
  Pair pair;
  PairRow row;
  Seq seq;
  friend auto operator<=>(Change const&, Change const&) = default;
};

/// The answer to every write of the relation system.
struct WriteResult {
  Outcome outcome{Outcome::rejected};
  Reason reason{Reason::none};
  /// The pair as the write left it: the one named by follow, unfollow and decide; for block and
  /// unblock the permission that is at stake, blocked → blocker. Default for posts and strangers.
  PairRow present;
  std::vector<Change> changes;
  friend bool operator==(WriteResult const&, WriteResult const&) = default;
};

}  // namespace impl
