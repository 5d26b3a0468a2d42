#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace model::protocol {

/// The named steps of the services' transactions: one statement each.
enum class Step {
  begin,
  check_accounts,
  lock_followee,
  ensure_pair,
  lock_pair,
  check_block,
  save_pair,
  next_seq,
  append_event,
  insert_block,
  delete_block,
  read_token,
  lock_token,
  insert_post,
  mark_seen,
  ensure_row,
  lock_row,
  replace_row,
  add_count,
  lock_watermark,
  seen_prefix,
  save_watermark,
  load_post,
  read_truth,
  read_projection,
  read_last_seq,
  commit,
  rollback,
};

inline constexpr std::array<std::string_view, 28> kStepNames{
    "begin",         "check_accounts", "lock_followee", "ensure_pair",  "lock_pair",
    "check_block",   "save_pair",      "next_seq",      "append_event", "insert_block",
    "delete_block",  "read_token",     "lock_token",    "insert_post",  "mark_seen",
    "ensure_row",    "lock_row",       "replace_row",   "add_count",    "lock_watermark",
    "seen_prefix",   "save_watermark", "load_post",     "read_truth",   "read_projection",
    "read_last_seq", "commit",         "rollback"};

[[nodiscard]] constexpr std::string_view name_of(Step step) {
  return kStepNames[static_cast<std::size_t>(step)];
}

}  // namespace model::protocol
