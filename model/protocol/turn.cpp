#include "model/protocol/turn.hpp"

#include <algorithm>

#include "model/protocol/judge.hpp"
#include "model/protocol/must.hpp"
#include "model/protocol/values.hpp"

namespace model::protocol {

using values::state_of;
using values::version_of;

void Turn::call(std::uint8_t choice) {
  auto const number = session_code().slots[me().slot][choice];
  auto const& called = session_code().tasks[number];
  me().at = called.start;
  judge::note_call(view_, code_, session_, called);
}

void Turn::take() {
  auto const line = statement();
  bool const waited = me().wait != 0;
  if (!waited && locks::must_wait(all(), code_, session_, line)) return wait();
  if (waited) locks::dequeue(view_, code_, session_);
  auto const cell = locks::cell_of(all(), code_, session_, line);
  auto const before = results_ == nullptr ? Cell8{0} : value_in(cell);
  if ((this->*deed_of(line.effect))(line, cell) == Ended::refused) {
    seen_.breaks(Claim::no_defect);
    return fail();
  }
  if (results_ != nullptr)
    (*results_)[static_cast<std::size_t>(session_)] = result_of(line, cell, before);
  if (line.effect != Effect::rollback) go_on();
}

void Turn::wait() {
  auto const& line = statement();
  if (line.effect == Effect::find_and_save_watermark) {
    me().reverse = static_cast<Cell8>(seen_set());
  }
  locks::enqueue(view_, code_, session_);
  seen_.reaches(line.lock == Lock::key ? Goal::waited_for_key : Goal::waited_for_row);
  if (me().wait > 1) seen_.reaches(Goal::waited_in_queue);
  if (locks::closes_a_cycle(all(), code_, session_)) seen_.breaks(Claim::no_deadlock);
}

Turn::Ended Turn::commit(Instruction const&, Cell8) {
  auto const before = judge::before_commit(all(), code_, session_);
  for (int i = 0; i < code_.layout.cells; ++i) {
    auto& row = view_.cell(i);
    if (row.owner != number()) continue;
    if (row.wrote != 0) row.now = row.next;
    row = {row.now, 0, 0, 0};
  }
  for (int seq = 1; seq <= code_.layout.events; ++seq) {
    auto& one = view_.event(seq);
    if (one.owner == number()) one.owner = 0;
  }
  view_.sharers() = static_cast<Cell8>(view_.sharers() & ~locks::bit_of(session_));
  if (writes_relations(task().kind)) judge::note_change(view_, code_);
  judge::committed(view_, code_, session_, before, seen_);
  return Ended::done;
}

/// The server let go of everything when it refused; this only says that the client has heard.
Turn::Ended Turn::rollback(Instruction const&, Cell8) {
  me().at = task().start;
  return Ended::done;
}

void Turn::abort() {
  if (me().wait != 0) locks::dequeue(view_, code_, session_);
  for (int i = 0; i < code_.layout.cells; ++i) {
    auto& row = view_.cell(i);
    if (row.owner == number()) row = {row.now, 0, 0, 0};
  }
  for (int seq = 1; seq <= code_.layout.events; ++seq) {
    auto& one = view_.event(seq);
    if (one.owner == number()) one = {};
  }
  view_.sharers() = static_cast<Cell8>(view_.sharers() & ~locks::bit_of(session_));
  seen_.reaches(Goal::aborted);
}

void Turn::fall_victim() {
  auto const end = task().end;
  abort();
  auto& self = me();
  self.at = end;
  self.flag = self.flag2 = 0;
  self.asked = self.reverse = 0;
  self.seq = 0;
}

void Turn::fail() {
  abort();
  finish();
}

void Turn::give_up() {
  must(me().at == task().end, "only an aborted task is given up");
  finish();
}

void Turn::skip() { ++me().slot; }

void Turn::finish() {
  auto const slot = me().slot;
  me() = {};
  me().slot = (slot + 1) & 7;
}

/// To the next line that is to be taken, or to the end of the task.
void Turn::go_on() {
  auto const& code = session_code();
  auto const end = task().end;
  for (++me().at; me().at < end; ++me().at) {
    if (holds(code.lines[me().at].guard)) return;
  }
  --me().at;  // The task is still this one.
  if (task().kind == Kind::can_read) judge::answered(all(), code_, session_, seen_);
  finish();
}

bool Turn::is_newer() const {
  return me().flag != 0 && version_of(static_cast<Cell8>(event().value)) > version_of(me().asked);
}

bool Turn::holds(Guard guard) const {
  auto const& self = me();
  auto const asked = state_of(self.asked);
  switch (guard) {
    case Guard::always:
      return true;
    case Guard::follow_changes:
      return self.flag == 0 && asked == values::kRemoved;
    case Guard::asked_there:
      return asked != values::kRemoved;
    case Guard::reverse_there:
      return state_of(self.reverse) != values::kRemoved;
    case Guard::asked_pending:
      return asked == values::kPending;
    case Guard::asked_known:
      return self.flag != 0 && version_of(self.asked) > 0;
    case Guard::never_seen:
      return self.flag != 0;
    case Guard::is_newer:
      return is_newer();
    case Guard::count_moves:
      return is_newer() && (state_of(static_cast<Cell8>(event().value)) == values::kActive) !=
                               (asked == values::kActive);
    case Guard::watermark_moves:
      return self.flag != 0 && self.seq > self.reverse;
    case Guard::post_found:
      return self.flag != 0;
    case Guard::view_too_old:
      return self.flag != 0 && self.flag2 != 0;
  }
  return true;
}

}  // namespace model::protocol
