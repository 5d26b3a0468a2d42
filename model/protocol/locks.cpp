#include "model/protocol/locks.hpp"

namespace model::protocol::locks {
namespace {

[[nodiscard]] Event event_of(Readable view, TaskCode const& task) {
  return view.event(std::get<Deliver>(task.task).seq);
}

[[nodiscard]] unsigned other_sharers(Readable view, Code const& code, int session,
                                     std::uint8_t cell) {
  return cell == code.cells.event_seq ? view.sharers() & ~bit_of(session) : 0U;
}

/// Inserts wait for a transaction to end, all at once; everything else for its turn.
[[nodiscard]] bool queues(Lock lock) { return lock != Lock::key; }

/// Does `other` wait for the same row and come before?
[[nodiscard]] bool is_ahead(Readable view, Code const& code, int other, int session,
                            std::uint8_t cell) {
  auto const place = view.session(other).wait;
  return place != 0 && place < view.session(session).wait &&
         queues(instruction_of(view, code, other).lock) && awaited(view, code, other) == cell;
}

[[nodiscard]] unsigned ahead_of(Readable view, Code const& code, int session) {
  auto const cell = awaited(view, code, session);
  unsigned ahead = 0;
  for (int other = 0; other < code.layout.sessions; ++other) {
    if (is_ahead(view, code, other, session, cell)) ahead |= bit_of(other);
  }
  return ahead;
}

[[nodiscard]] unsigned holders(Readable view, Code const& code, int session) {
  auto const& statement = instruction_of(view, code, session);
  auto const cell = awaited(view, code, session);
  auto const owner = view.cell(cell).owner;
  unsigned all = owner == 0 ? 0 : bit_of(owner - 1);
  if (statement.lock == Lock::exclusive) all |= other_sharers(view, code, session, cell);
  return all & ~bit_of(session);
}

}  // namespace

std::uint8_t cell_of(Readable view, Code const& code, int session, Instruction const& statement) {
  if (statement.cell != kNoCell || statement.lock == Lock::none) return statement.cell;
  auto const& task = code.sessions[static_cast<std::size_t>(session)].tasks[statement.task];
  auto const relation = event_of(view, task).cell;
  return statement.lock == Lock::upsert ? code.count_of[relation] : code.view_of[relation];
}

bool must_wait(Readable view, Code const& code, int session, Instruction const& statement) {
  if (statement.lock == Lock::none) return false;
  auto const cell = cell_of(view, code, session, statement);
  auto const row = view.cell(cell);
  bool const held = row.owner != 0 && row.owner != session + 1;
  switch (statement.lock) {
    case Lock::none:
      return false;
    case Lock::key:
      return held && row.wrote != 0;
    case Lock::exclusive:
      return (held && row.now != 0) || other_sharers(view, code, session, cell) != 0;
    case Lock::upsert:
    case Lock::share:
      return held;
  }
  return false;
}

bool may_go_on(Readable view, Code const& code, int session) {
  auto const& statement = instruction_of(view, code, session);
  if (must_wait(view, code, session, statement)) return false;
  return !queues(statement.lock) || ahead_of(view, code, session) == 0;
}

std::uint8_t awaited(Readable view, Code const& code, int session) {
  return cell_of(view, code, session, instruction_of(view, code, session));
}

unsigned waits_for(Readable view, Code const& code, int session) {
  return holders(view, code, session) | blocked_by(view, code, session);
}

unsigned blocked_by(Readable view, Code const& code, int session) {
  bool const in_queue = queues(instruction_of(view, code, session).lock);
  auto const ahead = in_queue ? ahead_of(view, code, session) : 0U;
  return ahead != 0 ? ahead : holders(view, code, session);
}

bool closes_a_cycle(Readable view, Code const& code, int session) {
  unsigned reached = waits_for(view, code, session);
  for (int round = 0; round < code.layout.sessions; ++round) {
    for (int other = 0; other < code.layout.sessions; ++other) {
      bool const waits = view.session(other).wait != 0;
      if ((reached & bit_of(other)) != 0 && waits) reached |= waits_for(view, code, other);
    }
  }
  return (reached & bit_of(session)) != 0;
}

void enqueue(Writable view, Code const& code, int session) {
  Readable const now{&view.sharers(), code.layout};
  auto const cell = awaited(now, code, session);
  unsigned place = 1;
  for (int other = 0; other < code.layout.sessions; ++other) {
    if (view.session(other).wait != 0 && awaited(now, code, other) == cell) ++place;
  }
  view.session(session).wait = place & 7;
}

void dequeue(Writable view, Code const& code, int session) {
  Readable const now{&view.sharers(), code.layout};
  auto const cell = awaited(now, code, session);
  auto const place = view.session(session).wait;
  for (int other = 0; other < code.layout.sessions; ++other) {
    auto& one = view.session(other);
    if (one.wait > place && awaited(now, code, other) == cell) --one.wait;
  }
  view.session(session).wait = 0;
}

}  // namespace model::protocol::locks
