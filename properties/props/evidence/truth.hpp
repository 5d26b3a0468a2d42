#pragma once

#include "checker/interval.hpp"
#include "properties/props/evidence/moments.hpp"

namespace properties::props::evidence {

/// Whether a block stood between two users. `unclear` after a COMMIT whose outcome nobody knows.
enum class BlockTruth { none, stands, unclear };

/// The state of an ordered pair over time: each event from the moment it became visible.
[[nodiscard]] checker::Truth<model::PairRow> relation_truth(trace::Run const& run,
                                                            Moments const& moments,
                                                            model::Pair pair);

/// Whether either of two users had blocked the other, over time: from the COMMITs of their block
/// and unblock actions.
[[nodiscard]] checker::Truth<BlockTruth> block_truth(trace::Run const& run, Moments const& moments,
                                                     model::UserId a, model::UserId b);

}  // namespace properties::props::evidence
