#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace properties::trace {

/// Every yield point: the port methods of the services, by their own names.
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
  lock_projection,
  clear_projection,
  read_diff,
  mark_serving,
  fetch_events,
  read_watermark,
  load_post,
  read_truth,
  read_projection,
  read_last_seq,
  commit,
  rollback,
};

inline constexpr std::array<std::string_view, 34> kStepNames{
    "begin",           "check_accounts", "lock_followee",   "ensure_pair",      "lock_pair",
    "check_block",     "save_pair",      "next_seq",        "append_event",     "insert_block",
    "delete_block",    "read_token",     "lock_token",      "insert_post",      "mark_seen",
    "ensure_row",      "lock_row",       "replace_row",     "add_count",        "lock_watermark",
    "seen_prefix",     "save_watermark", "lock_projection", "clear_projection", "read_diff",
    "mark_serving",    "fetch_events",   "read_watermark",  "load_post",        "read_truth",
    "read_projection", "read_last_seq",  "commit",          "rollback"};

[[nodiscard]] constexpr std::string_view name_of(Step step) {
  return kStepNames[static_cast<std::size_t>(step)];
}

[[nodiscard]] constexpr std::optional<Step> step_named(std::string_view name) {
  for (std::size_t i = 0; i < kStepNames.size(); ++i) {
    if (kStepNames[i] == name) return static_cast<Step>(i);
  }
  return std::nullopt;
}

}  // namespace properties::trace
