#include "model/protocol/turn.hpp"
#include "model/protocol/values.hpp"

/// What the client reads of a statement that was carried out.
namespace model::protocol {
namespace {

Seq seq_in(std::uint8_t value) { return Seq{values::seq_of(value)}; }

RelationState state_in(std::uint8_t value) { return values::pair_row(value).state; }

}  // namespace

ViewRead Turn::view_read(Instruction const& line) const {
  bool const as_it_is = line.effect == Effect::read_view_as_truth;
  auto const row = as_it_is ? visible(code_.view_of[task().rows.asked]) : me().asked;
  return {state_in(row), seq_in(visible(code_.cells.watermark))};
}

Result Turn::result_of(Instruction const& line, Cell8 cell, Cell8 before) const {
  auto const after = value_in(cell);
  switch (line.step) {
    case Step::check_accounts:
      return true;
    case Step::lock_followee:
      return task().saves == values::kPending;
    case Step::lock_pair:
    case Step::lock_row:
    case Step::save_pair:
    case Step::replace_row:
      return values::pair_row(after);
    case Step::check_block:
      return me().flag != 0;
    case Step::insert_block:
    case Step::mark_seen:
      return before == 0;
    case Step::delete_block:
      return before != 0;
    case Step::next_seq:
    case Step::append_event:
    case Step::seen_prefix:
      return Seq{me().seq};
    case Step::read_token:
    case Step::lock_token:
    case Step::read_last_seq:
    case Step::lock_watermark:
      return seq_in(after);
    case Step::save_watermark:
      return line.effect == Effect::save_watermark ? Result{seq_in(after)} : Result{};
    case Step::insert_post:
    case Step::load_post:
      return after == 0 ? PostRead{} : PostRead{seq_in(after)};
    case Step::add_count:
      return values::count_of(after) - values::count_of(before);
    case Step::read_truth:
      return TruthRead{state_in(visible(task().rows.asked)), is_blocked()};
    case Step::read_projection:
      return view_read(line);
    case Step::begin:
    case Step::ensure_pair:
    case Step::ensure_row:
    case Step::commit:
    case Step::rollback:
      return {};
  }
  return {};
}

}  // namespace model::protocol
