#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace model::protocol {

/// What must be true of every run.
enum class Claim {
  no_deadlock,
  no_defect,
  relations_linearize,
  no_relation_between_blocked,
  a_change_adds_one_version,
  every_change_has_one_event,
  seq_order_is_commit_order,
  stored_token_covers,
  content_token_bounds,
  fresh_token_is_current,
  projection_only_is_some_state,
  projection_verdicts,
  count_equals_active_rows,
  watermark_within_seen_prefix,
  watermark_means_applied,
  watermark_never_left_behind,
  projection_converges,
};

struct ClaimText {
  std::string_view name;
  std::string_view cites;
  std::string_view says;
};

inline constexpr std::array<ClaimText, 17> kClaims{{
    {"no_deadlock", "R7", "No sessions wait for each other."},
    {"no_defect", "R", "No statement is refused that must not fail."},
    {"relations_linearize", "R1 R2 R4 T1",
     "Every answer is what the model says at some moment between call and answer, and every change "
     "is what the model makes of the committed state before it."},
    {"no_relation_between_blocked", "R3", "While there is a block, both relations are REMOVED."},
    {"a_change_adds_one_version", "R2 R9",
     "A new state has the next version, an old one the same."},
    {"every_change_has_one_event", "R2",
     "At every commit the log ends, for each pair, at its row."},
    {"seq_order_is_commit_order", "R6", "A commit adds the next seqs, without holes."},
    {"stored_token_covers", "T3 T5",
     "A post's token covers what was committed when it was read, or, locked, at its COMMIT."},
    {"content_token_bounds", "T3 T5",
     "A check by content token answers the truth of some moment since the token's."},
    {"fresh_token_is_current", "T4",
     "A check by fresh token answers the truth of some moment in it."},
    {"projection_only_is_some_state", "T2",
     "A check of the view lets nobody in who never followed."},
    {"projection_verdicts", "P2",
     "A delivery is applied, stale or dup as the view before it says."},
    {"count_equals_active_rows", "P4", "At every commit counts equal the view's ACTIVE rows."},
    {"watermark_within_seen_prefix", "P3",
     "The watermark stays within the contiguous seen prefix."},
    {"watermark_means_applied", "P3", "What the watermark covers is in the view, or superseded."},
    {"watermark_never_left_behind", "P3", "At rest the watermark ends the contiguous seen prefix."},
    {"projection_converges", "R5", "Once every event was received, the view equals the truth."},
}};

/// What should happen at least once, lest a search prove nothing.
enum class Goal {
  changed,
  noop,
  rejected,
  waited_for_row,
  waited_for_key,
  waited_in_queue,
  chose_who_wakes,
  aborted,
  applied,
  stale,
  dup,
  let_in_by_view,
  kept_out_by_view,
  fell_back,
  revocation_escaped,
  let_in,
  kept_out,
};

inline constexpr std::array<std::string_view, 17> kGoalNames{"changed",
                                                             "noop",
                                                             "rejected",
                                                             "waited_for_row",
                                                             "waited_for_key",
                                                             "waited_in_queue",
                                                             "chose_who_wakes",
                                                             "aborted",
                                                             "applied",
                                                             "stale",
                                                             "dup",
                                                             "let_in_by_view",
                                                             "kept_out_by_view",
                                                             "fell_back",
                                                             "revocation_escaped",
                                                             "let_in",
                                                             "kept_out"};

template <class Enum>
[[nodiscard]] constexpr std::uint32_t bit(Enum one) {
  return std::uint32_t{1} << static_cast<int>(one);
}

/// What one step showed: bits of Claim and of Goal.
struct Seen {
  std::uint32_t broken{0};
  std::uint32_t reached{0};

  void breaks(Claim claim) { broken |= bit(claim); }
  void breaks_unless(bool holds, Claim claim) {
    if (!holds) breaks(claim);
  }
  void reaches(Goal goal) { reached |= bit(goal); }
  friend bool operator==(Seen const&, Seen const&) = default;
};

}  // namespace model::protocol
