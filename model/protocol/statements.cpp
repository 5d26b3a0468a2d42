#include <algorithm>
#include <bit>

#include "model/protocol/judge.hpp"
#include "model/protocol/must.hpp"
#include "model/protocol/turn.hpp"
#include "model/protocol/values.hpp"

/// What each statement does, once it has to wait for nobody.
namespace model::protocol {

using values::state_of;
using values::version_of;

std::uint8_t Turn::visible(Cell8 cell) const {
  auto const row = view_.cell(cell);
  return static_cast<Cell8>(row.owner == number() && row.wrote != 0 ? row.next : row.now);
}

bool Turn::is_blocked() const {
  auto const& rows = task().rows;
  return visible(rows.block) != 0 || visible(rows.other_block) != 0;
}

/// No row, no lock.
std::uint8_t Turn::lock(Cell8 cell) {
  auto const value = visible(cell);
  if (value != 0) view_.cell(cell).owner = number() & 7;
  return value;
}

void Turn::write(Cell8 cell, Cell8 value) {
  auto& row = view_.cell(cell);
  row.owner = number() & 7;
  row.wrote = 1;
  row.next = value & 63;
}

bool Turn::insert(Cell8 cell, Cell8 value) {
  if (visible(cell) != 0) return false;
  write(cell, value);
  return true;
}

void Turn::save(Cell8 cell, Cell8 state, int version) {
  must(version <= values::kMaxVersion, "a pair changes at most 15 times");
  if (visible(cell) != 0) write(cell, values::row(state, version));
}

/// Versions of a pair are unique in the log.
Turn::Ended Turn::log_event(Instruction const& line, Cell8 event, bool unique) {
  if (unique && version_of(event) <= version_of(visible(line.cell))) return Ended::refused;
  write(line.cell, values::row(values::kRemoved, version_of(event)));
  if (code_.layout.events == 0) return Ended::done;
  must(me().seq >= 1 && me().seq <= code_.layout.events, "the log takes seven events");
  view_.event(me().seq) = {static_cast<std::uint16_t>(row_of(line) & 63),
                           static_cast<std::uint16_t>(event & 63),
                           static_cast<std::uint16_t>(number() & 7), 1};
  return Ended::done;
}

void Turn::look_at_view(Cell8 absent) {
  auto const row = visible(code_.view_of[task().rows.asked]);
  me().asked = row == 0 ? absent : row;
}

void Turn::add_to_count(Cell8 cell, int delta) {
  write(cell, values::of_count(values::count_of(visible(cell)) + delta));
}

unsigned Turn::seen_set() const {
  unsigned seen = 0;
  for (std::size_t i = 0; i < code_.cells.seen.size(); ++i) {
    if (visible(code_.cells.seen[i]) != 0) seen |= 1U << i;
  }
  return seen;
}

int Turn::prefix_from(int seq, unsigned seen) const {
  while ((seen >> seq & 1) != 0) ++seq;
  return seq;
}

// One function for each effect --------------------------------------------------------------------

Turn::Ended Turn::begin(Instruction const&, Cell8) {
  if (task().kind == Kind::make_post) judge::note_token(view_, code_, session_);
  return Ended::done;
}

Turn::Ended Turn::know_accounts(Instruction const&, Cell8) { return Ended::done; }

Turn::Ended Turn::insert_row(Instruction const&, Cell8 cell) {
  insert(cell, values::row(values::kRemoved, 0));
  return Ended::done;
}

Turn::Ended Turn::insert_fact(Instruction const&, Cell8 cell) {
  me().flag = insert(cell, values::kThere) ? 1 : 0;
  return Ended::done;
}

Turn::Ended Turn::mark_blindly(Instruction const&, Cell8 cell) {
  insert(cell, values::kThere);
  me().flag = 1;
  return Ended::done;
}

Turn::Ended Turn::delete_fact(Instruction const&, Cell8 cell) {
  me().flag = visible(cell) != 0 ? 1 : 0;
  if (me().flag != 0) write(cell, 0);
  return Ended::done;
}

Turn::Ended Turn::lock_row(Instruction const& line, Cell8 cell) {
  remembered(line) = lock(cell);
  return remembered(line) == 0 ? Ended::refused : Ended::done;
}

Turn::Ended Turn::read_row(Instruction const& line, Cell8 cell) {
  remembered(line) = visible(cell);
  return remembered(line) == 0 ? Ended::refused : Ended::done;
}

Turn::Ended Turn::lock_as_removed(Instruction const& line, Cell8 cell) {
  remembered(line) = values::row(values::kRemoved, version_of(lock(cell)));
  return Ended::done;
}

Turn::Ended Turn::lock_as_pending(Instruction const& line, Cell8 cell) {
  remembered(line) = values::row(values::kPending, version_of(lock(cell)));
  return Ended::done;
}

Turn::Ended Turn::forget_row(Instruction const& line, Cell8 cell) {
  remembered(line) = values::row(state_of(lock(cell)), 0);
  return Ended::done;
}

Turn::Ended Turn::check_blocks(Instruction const&, Cell8) {
  me().flag = is_blocked() ? 1 : 0;
  return Ended::done;
}

Turn::Ended Turn::save_row(Instruction const& line, Cell8 cell) {
  save(cell, task().saves, version_of(remembered(line)) + 1);
  return Ended::done;
}

Turn::Ended Turn::save_restarted(Instruction const& line, Cell8 cell) {
  bool const comes_back = state_of(remembered(line)) == values::kRemoved;
  save(cell, task().saves, comes_back ? 1 : version_of(remembered(line)) + 1);
  return Ended::done;
}

Turn::Ended Turn::save_active(Instruction const& line, Cell8 cell) {
  save(cell, values::kActive, version_of(remembered(line)) + 1);
  return Ended::done;
}

Turn::Ended Turn::touch_row(Instruction const&, Cell8 cell) {
  save(cell, state_of(visible(cell)), version_of(visible(cell)) + 1);
  return Ended::done;
}

Turn::Ended Turn::append_event(Instruction const& line, Cell8) {
  auto const state = state_of(visible(row_of(line)));
  return log_event(line, values::row(state, version_of(remembered(line)) + 1), true);
}

Turn::Ended Turn::append_restarted(Instruction const& line, Cell8) {
  return log_event(line, visible(row_of(line)), false);
}

/// The log's end is the highest version. Of two that append at once, the later stands for both.
Turn::Ended Turn::append_late(Instruction const& line, Cell8) {
  auto const& end = view_.cell(line.cell);
  auto const version = version_of(remembered(line)) + 1;
  auto const highest = std::max(
      {version, version_of(static_cast<Cell8>(end.now)), version_of(static_cast<Cell8>(end.next))});
  auto const ended = log_event(line, values::row(task().saves, version), false);
  write(line.cell, values::row(values::kRemoved, highest));
  return ended;
}

Turn::Ended Turn::append_again(Instruction const& line, Cell8) {
  auto const row = remembered(line);
  return log_event(line, values::row(state_of(row), version_of(row) + 1), true);
}

Turn::Ended Turn::bump_seq(Instruction const&, Cell8 cell) {
  auto const next = values::seq_of(visible(cell)) + 1;
  must(next <= 31, "the log takes 31 events");
  write(cell, values::of_seq(next));
  me().seq = static_cast<Cell8>(next) & 31;
  return Ended::done;
}

Turn::Ended Turn::draw_seq(Instruction const&, Cell8 cell) {
  auto const next = values::seq_of(visible(cell)) + 1;
  must(next <= 31, "the log takes 31 events");
  view_.cell(cell).now = values::of_seq(next) & 63;
  me().seq = static_cast<Cell8>(next) & 31;
  return Ended::done;
}

Turn::Ended Turn::take_seq(int seq) {
  me().seq = static_cast<Cell8>(seq) & 31;
  if (task().kind == Kind::make_post) judge::note_token(view_, code_, session_);
  return Ended::done;
}

Turn::Ended Turn::read_seq(Instruction const&, Cell8 cell) {
  return take_seq(values::seq_of(visible(cell)));
}

Turn::Ended Turn::share_seq(Instruction const&, Cell8 cell) {
  view_.sharers() = static_cast<Cell8>(view_.sharers() | locks::bit_of(session_));
  return take_seq(values::seq_of(visible(cell)));
}

Turn::Ended Turn::read_zero(Instruction const&, Cell8) { return take_seq(0); }

Turn::Ended Turn::share_zero(Instruction const& line, Cell8 cell) {
  share_seq(line, cell);
  return take_seq(0);
}

Turn::Ended Turn::insert_post(Instruction const&, Cell8 cell) {
  return insert(cell, values::of_seq(me().seq)) ? Ended::done : Ended::refused;
}

Turn::Ended Turn::lock_watermark(Instruction const&, Cell8 cell) {
  me().reverse = static_cast<Cell8>(values::seq_of(lock(cell)));
  return Ended::done;
}

Turn::Ended Turn::read_watermark(Instruction const&, Cell8 cell) {
  me().reverse = static_cast<Cell8>(values::seq_of(visible(cell)));
  return Ended::done;
}

Turn::Ended Turn::find_prefix(Instruction const&, Cell8) {
  me().seq = static_cast<Cell8>(prefix_from(me().reverse, seen_set())) & 31;
  return Ended::done;
}

Turn::Ended Turn::find_highest(Instruction const&, Cell8) {
  auto const highest = static_cast<int>(std::bit_width(seen_set()));
  me().seq = static_cast<Cell8>(std::max<int>(me().reverse, highest)) & 31;
  return Ended::done;
}

Turn::Ended Turn::save_watermark(Instruction const&, Cell8 cell) {
  write(cell, values::of_seq(me().seq));
  return Ended::done;
}

/// Who waited looks with the snapshot taken before, at the row as it is now.
Turn::Ended Turn::find_and_save_watermark(Instruction const&, Cell8 cell) {
  auto const seen = me().reverse != 0 ? me().reverse : seen_set();
  write(cell, values::of_seq(prefix_from(values::seq_of(visible(cell)), seen)));
  return Ended::done;
}

Turn::Ended Turn::accept_event(Instruction const&, Cell8 cell) {
  write(cell, static_cast<Cell8>(event().value));
  return Ended::done;
}

Turn::Ended Turn::move_count(Instruction const&, Cell8 cell) {
  bool const counts = state_of(static_cast<Cell8>(event().value)) == values::kActive;
  bool const counted = state_of(me().asked) == values::kActive;
  add_to_count(cell, static_cast<int>(counts) - static_cast<int>(counted));
  return Ended::done;
}

Turn::Ended Turn::count_kind(Instruction const&, Cell8 cell) {
  add_to_count(cell, state_of(static_cast<Cell8>(event().value)) == values::kActive ? 1 : -1);
  return Ended::done;
}

Turn::Ended Turn::load_post(Instruction const&, Cell8 cell) {
  auto const post = visible(cell);
  me().flag = post != 0 ? 1 : 0;
  if (post != 0) me().seq = static_cast<Cell8>(values::seq_of(post)) & 31;
  return Ended::done;
}

Turn::Ended Turn::read_truth(Instruction const&, Cell8) {
  me().asked = is_blocked() ? values::kRemoved : visible(task().rows.asked);
  return Ended::done;
}

Turn::Ended Turn::read_blocks(Instruction const&, Cell8) {
  me().reverse = is_blocked() ? 1 : 0;
  return Ended::done;
}

Turn::Ended Turn::read_view_as_truth(Instruction const&, Cell8) {
  look_at_view(0);
  if (me().reverse != 0) me().asked = values::kRemoved;
  return Ended::done;
}

Turn::Ended Turn::read_view(Instruction const&, Cell8) {
  look_at_view(0);
  me().flag2 = values::seq_of(visible(code_.cells.watermark)) < me().seq ? 1 : 0;
  return Ended::done;
}

Turn::Ended Turn::read_view_blindly(Instruction const&, Cell8) {
  look_at_view(0);
  return Ended::done;
}

Turn::Ended Turn::read_view_of_absent(Instruction const& line, Cell8 cell) {
  bool const blindly = std::get<CanRead>(task().task).mode == AccessMode::projection_only;
  auto const ended = blindly ? read_view_blindly(line, cell) : read_view(line, cell);
  look_at_view(values::kActive);
  return ended;
}

Turn::Ended Turn::take_watermark(Instruction const&, Cell8 cell) {
  me().seq = static_cast<Cell8>(values::seq_of(visible(cell))) & 31;
  return Ended::done;
}

}  // namespace model::protocol
