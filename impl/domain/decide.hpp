#pragma once

#include <optional>

#include "impl/domain/write_result.hpp"

namespace impl {

/// The next row of a pair, or the reason why it stays as it is. Pure; the caller holds the row's
/// lock and has read `blocked` after taking it (R8).
struct Transition {
  std::optional<PairRow> next;
  Outcome outcome{Outcome::changed};
  Reason reason{Reason::none};
};

[[nodiscard]] Transition decide_follow(PairRow const& row, bool followee_private, bool blocked);
[[nodiscard]] Transition decide_unfollow(PairRow const& row);
[[nodiscard]] Transition decide_request(PairRow const& row, bool accept);
/// What a block does to one of the two relations: REMOVED, unless it is already.
[[nodiscard]] std::optional<PairRow> decide_removal(PairRow const& row);

}  // namespace impl
