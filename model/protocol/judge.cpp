#include "model/protocol/judge.hpp"

#include "model/protocol/locks.hpp"
#include "model/protocol/moments.hpp"
#include "model/protocol/values.hpp"

namespace model::protocol::judge {
namespace {

using values::is_there;
using values::kActive;
using values::state_of;
using values::version_of;

/// The log's end, as seq.
int last_seq(Readable view, Code const& code) {
  return values::seq_of(static_cast<std::uint8_t>(view.cell(code.cells.event_seq).now));
}

std::uint8_t now(Readable view, std::uint8_t cell) {
  return static_cast<std::uint8_t>(view.cell(cell).now);
}

Readable readable(Writable view, Code const& code) { return {&view.sharers(), code.layout}; }

bool wrote(Readable view, int session, std::uint8_t cell) {
  auto const row = view.cell(cell);
  return row.owner == session + 1 && row.wrote != 0;
}

bool follows(Readable view, TaskCode const& task) {
  return state_of(now(view, task.rows.asked)) == kActive;
}

/// The answers that are right at this moment, of a task that is under way.
std::uint8_t right_now(Readable view, TaskCode const& task) {
  if (task.kind == Kind::can_read) return follows(view, task) ? kAllowed : kDenied;
  if (!writes_relations(task.kind)) return 0;
  return task.expected.answer[static_cast<std::size_t>(committed_truth(view, task.rows))];
}

Answer answer_of(TaskCode const& task, Session const& me) {
  bool const asked = is_there(me.asked);
  switch (task.kind) {
    case Kind::follow:
      if (me.flag != 0) return kBlocked;
      if (!asked) return kChanged;
      return state_of(me.asked) == kActive ? kActiveAlready : kPendingAlready;
    case Kind::unfollow:
      return asked ? kChanged : kBlocked;
    case Kind::decide:
      return state_of(me.asked) == values::kPending ? kChanged : kBlocked;
    case Kind::block:
      return me.flag != 0 || asked || is_there(me.reverse) ? kChanged : kBlocked;
    case Kind::unblock:
      return me.flag != 0 ? kChanged : kBlocked;
    case Kind::make_post:
    case Kind::can_read:
    case Kind::deliver:
    case Kind::script:
      return kChanged;
  }
  return kChanged;
}

void reach_answer(Kind kind, Answer answer, Seen& seen) {
  if (answer == kChanged) return seen.reaches(Goal::changed);
  bool const rejected = (kind == Kind::follow && answer == kBlocked) || kind == Kind::decide;
  seen.reaches(rejected ? Goal::rejected : Goal::noop);
}

/// A state that changed has the next version; one that did not, the same. The placeholder's is 0.
bool adds_one_version(std::uint8_t before, std::uint8_t after) {
  int const step = state_of(before) == state_of(after) ? 0 : 1;
  return version_of(after) == version_of(before) + step;
}

bool no_relation_between_blocked(Readable view, Rows const& rows) {
  bool const blocked = now(view, rows.block) != 0 || now(view, rows.other_block) != 0;
  return !blocked || (!is_there(now(view, rows.asked)) && !is_there(now(view, rows.reverse)));
}

bool log_ends_at_rows(Readable view, Rows const& rows) {
  return version_of(now(view, rows.asked)) == version_of(now(view, rows.asked_log)) &&
         version_of(now(view, rows.reverse)) == version_of(now(view, rows.reverse_log));
}

void judge_relations(Writable view, Code const& code, int session, Before const& before,
                     Seen& seen) {
  auto const now_all = readable(view, code);
  auto const& task = locks::task_of(now_all, code, session);
  auto const& me = view.session(session);
  auto const truth = committed_truth(now_all, task.rows);
  auto const index = static_cast<std::size_t>(before.truth);
  auto const answer = answer_of(task, me);
  bool const fits = answer == kChanged ? task.expected.answer[index] == kChanged &&
                                             task.expected.after[index] == truth
                                       : (me.seen & answer) != 0 && before.truth == truth;
  reach_answer(task.kind, answer, seen);
  seen.breaks_unless(fits, Claim::relations_linearize);
  seen.breaks_unless(adds_one_version(before.asked, now(now_all, task.rows.asked)) &&
                         adds_one_version(before.reverse, now(now_all, task.rows.reverse)),
                     Claim::a_change_adds_one_version);
  seen.breaks_unless(no_relation_between_blocked(now_all, task.rows),
                     Claim::no_relation_between_blocked);
  seen.breaks_unless(log_ends_at_rows(now_all, task.rows), Claim::every_change_has_one_event);
}

/// The seqs that a commit adds come right behind those committed before it.
void judge_log(Writable view, int session, Before const& before, Seen& seen) {
  if (before.events == 0) return;
  int const committed = view.committed() & 31;
  seen.breaks_unless(view.session(session).seq == committed + before.events,
                     Claim::seq_order_is_commit_order);
  view.committed() = static_cast<std::uint8_t>(view.committed() + before.events);
}

void judge_post(Readable view, Code const& code, int session, Seen& seen) {
  auto const token = values::seq_of(now(view, code.cells.post));
  bool const covers =
      code.token_is_locked ? token >= last_seq(view, code) : view.session(session).flag != 0;
  seen.breaks_unless(covers, Claim::stored_token_covers);
}

// The projection ----------------------------------------------------------------------------------

int seen_prefix(Readable view, Code const& code) {
  int prefix = 0;
  for (auto const cell : code.cells.seen) {
    if (now(view, cell) == 0) break;
    ++prefix;
  }
  return prefix;
}

bool counts_equal_active_rows(Readable view, Code const& code) {
  for (auto const& [user, cell] : code.cells.count) {
    int active = 0;
    for (auto const& [pair, row] : code.cells.view) {
      if (pair.followee == user && state_of(now(view, row)) == kActive) ++active;
    }
    if (values::count_of(now(view, cell)) != active) return false;
  }
  return true;
}

bool watermark_means_applied(Readable view, Code const& code, int watermark) {
  for (int seq = 1; seq <= watermark; ++seq) {
    auto const event = view.event(seq);
    auto const row = now(view, code.view_of[event.cell]);
    if (version_of(row) < version_of(static_cast<std::uint8_t>(event.value))) return false;
  }
  return true;
}

void judge_view(Readable view, Code const& code, Seen& seen) {
  auto const watermark = values::seq_of(now(view, code.cells.watermark));
  bool const within = watermark <= seen_prefix(view, code);
  seen.breaks_unless(counts_equal_active_rows(view, code), Claim::count_equals_active_rows);
  seen.breaks_unless(within, Claim::watermark_within_seen_prefix);
  seen.breaks_unless(!within || watermark_means_applied(view, code, watermark),
                     Claim::watermark_means_applied);
}

Goal verdict_of(bool dup, int version, std::uint8_t row) {
  if (dup) return Goal::dup;
  return version > version_of(row) ? Goal::applied : Goal::stale;
}

void judge_delivery(Readable view, Code const& code, int session, Before const& before,
                    Seen& seen) {
  auto const& me = view.session(session);
  auto const& task = locks::task_of(view, code, session);
  auto const event = view.event(std::get<Deliver>(task.task).seq);
  auto const version = version_of(static_cast<std::uint8_t>(event.value));
  auto const said = verdict_of(me.flag == 0, version, me.asked);
  seen.reaches(said);
  seen.breaks_unless(said == verdict_of(before.was_seen, version, before.view_row),
                     Claim::projection_verdicts);
  judge_view(view, code, seen);
}

bool view_equals_truth(Readable view, Code const& code) {
  for (auto const& [pair, cell] : code.cells.view) {
    auto const truth = now(view, code.cells.relation.at(pair));
    auto const row = now(view, cell);
    if (state_of(row) != state_of(truth) || version_of(row) != version_of(truth)) return false;
  }
  return true;
}

}  // namespace

int committed_truth(Readable view, Rows const& rows) {
  return truth_index(state_of(now(view, rows.asked)), state_of(now(view, rows.reverse)),
                     now(view, rows.block) != 0, now(view, rows.other_block) != 0);
}

void note_call(Writable view, Code const& code, int session, TaskCode const& task) {
  view.session(session).seen = right_now(readable(view, code), task) & 7;
}

void note_change(Writable view, Code const& code) {
  auto const all = readable(view, code);
  for (int session = 0; session < code.layout.sessions; ++session) {
    auto& one = view.session(session);
    if (one.at == 0) continue;
    one.seen = (one.seen | right_now(all, locks::task_of(all, code, session))) & 7;
  }
  if (code.layout.has_moments) moments::note_truth(view, code);
}

void note_token(Writable view, Code const& code, int session) {
  auto& me = view.session(session);
  me.flag = me.seq >= last_seq(readable(view, code), code) ? 1 : 0;
  moments::start_token(view, code);
}

Before before_commit(Readable view, Code const& code, int session) {
  auto const& task = locks::task_of(view, code, session);
  Before before;
  for (auto const cell : {task.rows.asked_log, task.rows.reverse_log}) {
    if (cell != kNoCell && wrote(view, session, cell)) ++before.events;
  }
  if (writes_relations(task.kind)) {
    before.truth = committed_truth(view, task.rows);
    before.asked = now(view, task.rows.asked);
    before.reverse = now(view, task.rows.reverse);
  }
  if (auto const* delivery = std::get_if<Deliver>(&task.task)) {
    auto const event = view.event(delivery->seq);
    before.view_row = now(view, code.view_of[event.cell]);
    before.was_seen = now(view, code.cells.seen[static_cast<std::size_t>(delivery->seq - 1)]) != 0;
  }
  before.wrote_post = task.kind == Kind::make_post && wrote(view, session, code.cells.post);
  return before;
}

void committed(Writable view, Code const& code, int session, Before const& before, Seen& seen) {
  auto const all = readable(view, code);
  auto const& task = locks::task_of(all, code, session);
  judge_log(view, session, before, seen);
  if (writes_relations(task.kind)) judge_relations(view, code, session, before, seen);
  if (task.kind == Kind::deliver) judge_delivery(all, code, session, before, seen);
  if (!before.wrote_post) return;
  judge_post(all, code, session, seen);
  moments::start_commit(view, code);
}

void answered(Readable view, Code const& code, int session, Seen& seen) {
  auto const& me = view.session(session);
  auto const& task = locks::task_of(view, code, session);
  if (me.flag == 0) return;  // There was no post.
  auto const& check = std::get<CanRead>(task.task);
  bool const allowed = state_of(me.asked) == kActive;
  bool const by_view = me.flag2 == 0 && check.mode != AccessMode::truth;
  seen.reaches(allowed ? Goal::let_in : Goal::kept_out);
  if (me.flag2 != 0) seen.reaches(Goal::fell_back);
  if (by_view) seen.reaches(allowed ? Goal::let_in_by_view : Goal::kept_out_by_view);
  auto const answer = allowed ? kAllowed : kDenied;
  auto const true_in_check = (me.seen & answer) != 0;
  auto const reader = moments::of(view, task.reader);
  switch (check.mode) {
    case AccessMode::truth:
      seen.breaks_unless(true_in_check, Claim::relations_linearize);
      break;
    case AccessMode::projection_only:
      seen.breaks_unless(!allowed || reader.ever_allowed, Claim::projection_only_is_some_state);
      break;
    case AccessMode::content_token:
      seen.breaks_unless(
          ((code.token_is_locked ? reader.since_commit : reader.since_token) & answer) != 0,
          Claim::content_token_bounds);
      if (allowed && (reader.since_commit & kAllowed) == 0) seen.reaches(Goal::revocation_escaped);
      break;
    case AccessMode::fresh_token:
      seen.breaks_unless(true_in_check, Claim::fresh_token_is_current);
      break;
  }
}

Seen at_rest(Readable view, Code const& code) {
  Seen seen;
  if (code.cells.seen.empty()) return seen;
  auto const prefix = seen_prefix(view, code);
  auto const watermark = values::seq_of(now(view, code.cells.watermark));
  seen.breaks_unless(watermark >= prefix, Claim::watermark_never_left_behind);
  bool const all_received = prefix >= (view.committed() & 31);
  seen.breaks_unless(!all_received || view_equals_truth(view, code), Claim::projection_converges);
  return seen;
}

}  // namespace model::protocol::judge
