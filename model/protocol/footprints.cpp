#include "model/protocol/footprints.hpp"

#include <algorithm>

#include "model/protocol/locks.hpp"

namespace model::protocol::footprints {
namespace {

std::uint64_t bit_of(std::uint8_t cell) { return cell == kNoCell ? 0 : std::uint64_t{1} << cell; }

std::uint64_t bits_of(Rows const& rows) {
  return bit_of(rows.asked) | bit_of(rows.reverse) | bit_of(rows.block) | bit_of(rows.other_block) |
         bit_of(rows.asked_log) | bit_of(rows.reverse_log);
}

/// What a consumer may write: which rows, its event tells when it is there.
std::uint64_t bits_of_view(Cells const& cells) {
  auto all = bit_of(cells.watermark);
  for (auto const& [pair, cell] : cells.view) all |= bit_of(cell);
  for (auto const& [user, cell] : cells.count) all |= bit_of(cell);
  for (auto const cell : cells.seen) all |= bit_of(cell);
  return all;
}

std::uint64_t bits_of_readers(Code const& code) {
  std::uint64_t all = 0;
  for (auto const cell : code.readers) all |= bit_of(cell);
  return all;
}

/// A post's token starts what readers are judged by; the post's row stands for that.
Footprint of_token(Code const& code) {
  return {bits_of_readers(code) | bit_of(code.cells.event_seq), bit_of(code.cells.post)};
}

Footprint of_call(Code const& code, TaskCode const& task) {
  Footprint all{bits_of(task.rows), 0};
  if (task.kind == Kind::make_post) all |= of_token(code);
  if (task.kind == Kind::deliver) all.reads |= bit_of(code.cells.event_seq);
  return all;
}

/// All but COMMIT.
Footprint of_statement(Code const& code, TaskCode const& task, Instruction const& line) {
  if (task.kind == Kind::deliver) return {0, bits_of_view(code.cells)};
  Footprint all;
  if (task.kind == Kind::make_post) all |= of_token(code);
  if (task.kind == Kind::can_read) {
    all.reads = bits_of(task.rows) | bits_of_view(code.cells) | bit_of(code.cells.post) |
                bit_of(code.cells.event_seq);
  }
  if (line.effect == Effect::begin || line.effect == Effect::know_accounts) return all;
  bool const writes = line.lock != Lock::none || line.effect == Effect::draw_seq ||
                      line.effect == Effect::append_restarted || line.effect == Effect::append_late;
  (writes ? all.writes : all.reads) |= bit_of(line.cell);
  if (line.effect == Effect::check_blocks) {
    all.reads |= bit_of(task.rows.block) | bit_of(task.rows.other_block);
  }
  return all;
}

std::vector<Instruction> lines_of(SessionCode const& session, TaskCode const& task) {
  return {session.lines.begin() + task.start, session.lines.begin() + task.end};
}

/// COMMIT lets go of all that the task has touched, and is when it is judged.
Footprint of_commit(Code const& code, SessionCode const& session, TaskCode const& task) {
  Footprint all{bits_of(task.rows), 0};
  for (auto const& line : lines_of(session, task)) {
    if (line.effect != Effect::commit) all |= of_statement(code, task, line);
  }
  return all;
}

void keep(std::vector<Action>& actions, std::uint8_t session) {
  std::erase_if(actions, [=](Action const& action) { return action.session != session; });
}

}  // namespace

Table::Table(Code const& code) {
  for (auto const& session : code.sessions) sessions_.push_back(of(code, session));
}

Table::OfSession Table::of(Code const& code, SessionCode const& session) const {
  OfSession all;
  all.lines.resize(session.lines.size());
  for (std::size_t i = 1; i < session.lines.size(); ++i) {
    auto const& line = session.lines[i];
    auto const& task = session.tasks[line.task];
    all.lines[i] = line.effect == Effect::commit ? of_commit(code, session, task)
                                                 : of_statement(code, task, line);
  }
  for (auto const& task : session.tasks) {
    all.calls.push_back(of_call(code, task));
    all.tasks.push_back(of_commit(code, session, task));
    all.tasks.back() |= all.calls.back();
  }
  all.later.resize(session.slots.size() + 1);
  for (auto slot = session.slots.size(); slot-- > 0;) {
    all.later[slot] = all.later[slot + 1];
    for (auto const task : session.slots[slot]) all.later[slot] |= all.tasks[task];
  }
  return all;
}

Footprint Table::next(Readable view, Code const& code, Action const& action) const {
  auto const& own = sessions_[action.session];
  auto const& now = view.session(action.session);
  if (now.at != 0) return own.lines[now.at];
  auto const& session = code.sessions[action.session];
  auto const task = session.slots[now.slot][action.choice];
  auto all = own.calls[task];
  all |= own.lines[session.tasks[task].start];
  return all;
}

Footprint Table::future(Readable view, Code const& code, int session) const {
  auto const& own = sessions_[static_cast<std::size_t>(session)];
  auto const& now = view.session(session);
  if (now.at == 0) return own.later[now.slot];
  auto all = own.later[now.slot + 1U];
  all |= own.tasks[locks::instruction_of(view, code, session).task];
  return all;
}

bool Table::is_independent(Readable view, Code const& code, int session,
                           std::vector<Action> const& actions) const {
  Footprint mine;
  for (auto const& action : actions) {
    if (action.session == session) mine |= next(view, code, action);
  }
  for (int other = 0; other < code.layout.sessions; ++other) {
    if (other != session && conflict(mine, future(view, code, other))) return false;
  }
  return true;
}

void Table::merge_begins(Readable view, Code const& code, std::vector<Action>& actions) {
  auto const began = std::find_if(actions.begin(), actions.end(), [&](Action const& action) {
    return action.kind == Action::Kind::step && view.session(action.session).at != 0 &&
           locks::instruction_of(view, code, action.session).after_begin;
  });
  if (began != actions.end()) keep(actions, began->session);
}

void Table::reduce(Readable view, Code const& code, std::vector<Action>& actions) const {
  bool const steps_only = std::all_of(actions.begin(), actions.end(), [](Action const& action) {
    return action.kind == Action::Kind::step;
  });
  if (!steps_only || code.aborts != 0) return;
  merge_begins(view, code, actions);
  for (auto const& action : actions) {
    if (is_independent(view, code, action.session, actions)) return keep(actions, action.session);
  }
}

}  // namespace model::protocol::footprints
