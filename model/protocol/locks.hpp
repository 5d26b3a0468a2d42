#pragma once

#include "model/protocol/code.hpp"

/// Who waits for whom. What waits for what was learnt from PostgreSQL 15, and is held against it in
/// `properties/protocol`.
namespace model::protocol::locks {

[[nodiscard]] inline unsigned bit_of(int session) { return 1U << session; }

/// The statement at which the session stands. Must be in the middle of a task.
[[nodiscard]] inline Instruction const& instruction_of(Readable view, Code const& code,
                                                       int session) {
  return code.sessions[static_cast<std::size_t>(session)].lines[view.session(session).at];
}
[[nodiscard]] inline TaskCode const& task_of(Readable view, Code const& code, int session) {
  return code.sessions[static_cast<std::size_t>(session)]
      .tasks[instruction_of(view, code, session).task];
}

/// The row that this statement of the session is about; kNoCell if there is none.
[[nodiscard]] std::uint8_t cell_of(Readable view, Code const& code, int session,
                                   Instruction const& statement);

/// Would the session's statement have to wait, queue aside?
[[nodiscard]] bool must_wait(Readable view, Code const& code, int session,
                             Instruction const& statement);

/// Of a session that waits: could its statement be carried out now?
[[nodiscard]] bool may_go_on(Readable view, Code const& code, int session);

/// The row for which a waiting session waits.
[[nodiscard]] std::uint8_t awaited(Readable view, Code const& code, int session);

/// Of a session that waits: for whom, a bit each. Those ahead of it in the queue are among them.
[[nodiscard]] unsigned waits_for(Readable view, Code const& code, int session);

/// The same as the server mostly tells it: who stands in a queue is blocked by those ahead, not by
/// the holder. Of several that share a row the server names one, we all. And whom an update woke
/// only to wait for the next holder, the server takes out of the queue: it names that holder.
[[nodiscard]] unsigned blocked_by(Readable view, Code const& code, int session);

/// Of a session that waits: does it, by way of others, wait for itself?
[[nodiscard]] bool closes_a_cycle(Readable view, Code const& code, int session);

/// Puts the session last in the queue for the row, or takes it out.
void enqueue(Writable view, Code const& code, int session);
void dequeue(Writable view, Code const& code, int session);

}  // namespace model::protocol::locks
