#include <array>

#include "model/protocol/turn.hpp"

namespace model::protocol {

/// In the order of Effect.
Turn::Deed Turn::deed_of(Effect effect) {
  static constexpr std::array kDeeds{
      &Turn::begin,
      &Turn::commit,
      &Turn::rollback,
      &Turn::know_accounts,
      &Turn::insert_row,
      &Turn::insert_fact,
      &Turn::lock_row,
      &Turn::read_row,
      &Turn::lock_as_removed,
      &Turn::lock_as_pending,
      &Turn::check_blocks,
      &Turn::save_row,
      &Turn::save_restarted,
      &Turn::save_active,
      &Turn::touch_row,
      &Turn::bump_seq,
      &Turn::draw_seq,
      &Turn::append_event,
      &Turn::append_restarted,
      &Turn::append_late,
      &Turn::append_again,
      &Turn::delete_fact,
      &Turn::read_seq,
      &Turn::share_seq,
      &Turn::read_zero,
      &Turn::share_zero,
      &Turn::insert_post,
      &Turn::lock_watermark,
      &Turn::read_watermark,
      &Turn::find_prefix,
      &Turn::find_highest,
      &Turn::save_watermark,
      &Turn::find_and_save_watermark,
      &Turn::accept_event,
      &Turn::move_count,
      &Turn::count_kind,
      &Turn::forget_row,
      &Turn::load_post,
      &Turn::read_truth,
      &Turn::read_view,
      &Turn::read_view_blindly,
      &Turn::read_view_of_absent,
      &Turn::read_blocks,
      &Turn::read_view_as_truth,
      &Turn::take_watermark,
      &Turn::mark_blindly,
  };
  static_assert(kDeeds.size() == static_cast<std::size_t>(Effect::mark_blindly) + 1);
  return kDeeds[static_cast<std::size_t>(effect)];
}

}  // namespace model::protocol
