#pragma once

#include <compare>

#include "impl/domain/ids.hpp"

namespace impl {

enum class RelationState { removed, pending, active };

/// An ordered pair. Its order is the lock order of R7.
struct Pair {
  UserId follower;
  UserId followee;
  friend auto operator<=>(Pair const&, Pair const&) = default;
};

/// What is stored of a pair. The default is the placeholder "never followed" (R9).
struct PairRow {
  RelationState state{RelationState::removed};
  Version version;
  friend auto operator<=>(PairRow const&, PairRow const&) = default;
};

/// One state change of one pair, as the log keeps it and consumers receive it.
struct RelationEvent {
  Seq seq;
  Pair pair;
  PairRow row;
  friend auto operator<=>(RelationEvent const&, RelationEvent const&) = default;
};

}  // namespace impl
