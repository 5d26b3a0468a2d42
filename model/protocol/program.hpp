#pragma once

#include <compare>
#include <vector>

#include "model/protocol/step.hpp"

namespace model::protocol {

/// What a statement does to the store. Several steps may have one effect, and a variant gives a
/// step another one, as another SQL text for it would.
enum class Effect {
  begin,
  commit,
  rollback,          ///< Acknowledges an abort; the task starts again.
  know_accounts,     ///< Reads rows that nobody writes.
  insert_row,        ///< INSERT of the placeholder … ON CONFLICT DO NOTHING
  insert_fact,       ///< INSERT … ON CONFLICT DO NOTHING; remembers whether the row is new
  lock_row,          ///< SELECT … FOR UPDATE
  read_row,          ///< the same without the lock
  lock_as_removed,   ///< lock_row, but takes the row for REMOVED
  lock_as_pending,   ///< lock_row, but takes the row for PENDING
  check_blocks,      ///< SELECT: a block in either direction
  save_row,          ///< UPDATE to the task's state and the next version
  save_restarted,    ///< the same, but a row that was REMOVED starts at version 1 again
  save_active,       ///< UPDATE to ACTIVE and the next version
  touch_row,         ///< UPDATE … SET version = version + 1
  bump_seq,          ///< UPDATE event_seq … RETURNING last
  draw_seq,          ///< nextval(): neither waits nor rolls back
  append_event,      ///< INSERT of the event of the row as saved
  append_restarted,  ///< the same after save_restarted, into a log without unique versions
  append_late,   ///< INSERT of the event of a change that is committed: its row may have gone on
  append_again,  ///< INSERT of an event for the row as it is, with the next version
  delete_fact,   ///< DELETE; remembers whether there was a row
  read_seq,      ///< SELECT last FROM event_seq
  share_seq,     ///< the same FOR SHARE
  read_zero,     ///< read_seq, but takes the answer for 0
  share_zero,    ///< share_seq, but takes the answer for 0
  insert_post,
  lock_watermark,           ///< SELECT applied_upto … FOR UPDATE
  read_watermark,           ///< the same without the lock
  find_prefix,              ///< the end of the contiguous seen prefix
  find_highest,             ///< the highest seq seen
  save_watermark,           ///< UPDATE to what was found
  find_and_save_watermark,  ///< one UPDATE that looks with the snapshot it took before it waited
  accept_event,             ///< UPDATE of the view's row to the event's
  move_count,               ///< INSERT … ON CONFLICT DO UPDATE, by the difference
  count_kind,               ///< the same, by the event's kind
  forget_row,               ///< lock_row, but takes the view's row for older than any event
  load_post,
  read_truth,           ///< relation and blocks from one snapshot
  read_view,            ///< the view's row and watermark from one snapshot
  read_view_blindly,    ///< the same, but whatever the watermark is, it will do
  read_view_of_absent,  ///< read_view, but an absent row is ACTIVE
  read_blocks,          ///< read_truth, but only the blocks are remembered
  read_view_as_truth,   ///< after it: read_view, and the blocks count, but no watermark
  take_watermark,       ///< read_seq, but of the view
  mark_blindly,         ///< insert_fact, but takes every row for new
};

/// Which row, relative to the task: the pair it asks about (of a block or unblock, the permission
/// at stake: blocked → blocker) or the other direction.
enum class Place { none, asked, reverse };

/// When a step is taken.
enum class Guard {
  always,
  follow_changes,   ///< no block, and the pair is REMOVED
  asked_there,      ///< the asked pair was not REMOVED
  reverse_there,    ///< the other direction was not REMOVED
  asked_pending,    ///< the asked pair was PENDING
  asked_known,      ///< a row was deleted, and the asked pair is no placeholder
  never_seen,       ///< the delivery is no duplicate
  is_newer,         ///< the event is newer than the view's row
  count_moves,      ///< … and old and new state count differently
  watermark_moves,  ///< the seen prefix ends behind the watermark
  post_found,
  view_too_old,  ///< the post was found, and the view has not reached the token
};

/// One statement of a program.
struct Line {
  Step step{Step::begin};
  Effect effect{Effect::begin};
  Place place{Place::none};
  Guard guard{Guard::always};
  friend auto operator<=>(Line const&, Line const&) = default;
};

/// A transaction, from its first statement to its last. A line whose guard does not hold is
/// skipped.
using Program = std::vector<Line>;

}  // namespace model::protocol
