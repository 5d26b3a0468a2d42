#include "model/protocol/machine.hpp"

#include <algorithm>
#include <bit>

#include "model/protocol/footprints.hpp"
#include "model/protocol/judge.hpp"
#include "model/protocol/locks.hpp"
#include "model/protocol/must.hpp"
#include "model/protocol/turn.hpp"
#include "model/protocol/values.hpp"

namespace model::protocol {
namespace {

using locks::bit_of;

/// Sessions that wait and need not any more.
unsigned freed(Readable view, Code const& code) {
  unsigned all = 0;
  for (int session = 0; session < code.layout.sessions; ++session) {
    bool const waits = view.session(session).wait != 0;
    if (waits && locks::may_go_on(view, code, session)) all |= bit_of(session);
  }
  return all;
}

/// Of two that are free to go on: may the first that does keep the other from it? Of two that
/// insert, yes; an insert and an update, too. A mere lock is in nobody's way.
bool in_the_way(Readable view, Code const& code, int a, int b) {
  auto const cell = locks::awaited(view, code, a);
  if (cell != locks::awaited(view, code, b)) return false;
  auto const& one = locks::instruction_of(view, code, a);
  auto const& other = locks::instruction_of(view, code, b);
  if (one.lock == Lock::key && other.lock == Lock::key) return view.cell(cell).now == 0;
  return !only_locks(one.effect) && !only_locks(other.effect);
}

/// Of those freed, the first that stand in each other's way; none if none do.
unsigned rivals(Readable view, Code const& code, unsigned all) {
  for (int a = 0; a < code.layout.sessions; ++a) {
    unsigned found = 0;
    for (int b = a + 1; b < code.layout.sessions && (all & bit_of(a)) != 0; ++b) {
      if ((all & bit_of(b)) != 0 && in_the_way(view, code, a, b)) found |= bit_of(a) | bit_of(b);
    }
    if (found != 0) return found;
  }
  return 0;
}

/// Lets those go on that were freed, as long as their order makes no difference.
void settle(Writable view, Code const& code, Seen& seen, Results* results) {
  Readable const now{&view.sharers(), code.layout};
  for (auto all = freed(now, code); all != 0; all = freed(now, code)) {
    auto const together = rivals(now, code, all);
    auto const alone = all & ~together;
    if (alone == 0) return;
    Turn{view, code, std::countr_zero(alone), seen, results}.take();
  }
}

bool is_finished(Readable view, Code const& code, int session) {
  auto const& slots = code.sessions[static_cast<std::size_t>(session)].slots;
  return view.session(session).at == 0 && view.session(session).slot >= slots.size();
}

TaskCode const& choice_of(Readable view, Code const& code, int session, std::size_t choice) {
  auto const& own = code.sessions[static_cast<std::size_t>(session)];
  return own.tasks[own.slots[view.session(session).slot][choice]];
}

/// A delivery becomes possible when its event is committed.
bool is_awaited_in_vain(Readable view, TaskCode const& task) {
  auto const* delivery = std::get_if<Deliver>(&task.task);
  if (delivery == nullptr) return false;
  auto const event = view.event(delivery->seq);
  return event.is_there == 0 || event.owner != 0;
}

void add(std::vector<Action>& actions, Action::Kind kind, int session, std::size_t choice = 0) {
  actions.push_back({kind, static_cast<std::uint8_t>(session), static_cast<std::uint8_t>(choice)});
}

void add_steps(Readable view, Code const& code, std::vector<Action>& actions) {
  for (int session = 0; session < code.layout.sessions; ++session) {
    auto const& one = view.session(session);
    if (one.wait != 0 || is_finished(view, code, session)) continue;
    if (one.at != 0) {
      add(actions, Action::Kind::step, session);
      continue;
    }
    auto const& own = code.sessions[static_cast<std::size_t>(session)];
    for (std::size_t choice = 0; choice < own.slots[one.slot].size(); ++choice) {
      if (is_awaited_in_vain(view, choice_of(view, code, session, choice))) continue;
      add(actions, Action::Kind::step, session, choice);
    }
  }
}

void add_victims(Readable view, Code const& code, std::vector<Action>& actions) {
  for (int session = 0; session < code.layout.sessions; ++session) {
    if (view.session(session).wait != 0 && locks::closes_a_cycle(view, code, session)) {
      add(actions, Action::Kind::victim, session);
    }
  }
}

/// In the order of the sessions, one after the other: nobody else can do anything.
void add_skip(Readable view, Code const& code, std::vector<Action>& actions) {
  for (int session = 0; session < code.layout.sessions; ++session) {
    if (view.session(session).wait != 0 || is_finished(view, code, session)) continue;
    return add(actions, Action::Kind::skip, session);
  }
}

/// Between BEGIN and COMMIT, and of writers only: their ROLLBACK is all there is to it.
void add_mishaps(Readable view, Code const& code, std::vector<Action>& actions) {
  if (view.committed() >> 5 == 0) return;
  for (int session = 0; session < code.layout.sessions; ++session) {
    auto const& one = view.session(session);
    if (one.at == 0) continue;
    auto const& task = locks::task_of(view, code, session);
    if (task.kind == Kind::can_read || one.at == task.start || one.at == task.end) continue;
    add(actions, Action::Kind::mishap, session);
  }
}

}  // namespace

Machine::Machine(Scenario const& scenario, Variant const& variant)
    : code_{compile(scenario, variant)} {
  must(size() <= static_cast<int>(sizeof(State)), "the scenario's state fits");
  auto view = write(start_);
  view.cell(code_.cells.event_seq).now = values::of_seq(0) & 63;
  if (code_.cells.watermark != kNoCell) {
    view.cell(code_.cells.watermark).now = values::of_seq(0) & 63;
  }
  do_given();
  view.committed() = static_cast<std::uint8_t>(view.committed() | code_.aborts << 5);
  if (code_.layout.has_moments) judge::note_change(view, code_);
  automorphisms_ = automorphisms_of(code_, start_);
  footprints_ = footprints::Table{code_};
}

/// The given tasks are done by the first session, alone, before it begins its own.
void Machine::do_given() {
  if (code_.given.slots.empty()) return;
  std::swap(code_.sessions.front(), code_.given);
  Seen ignored;
  Turn turn{write(start_), code_, 0, ignored};
  while (!is_finished(read(start_), code_, 0)) {
    if (read(start_).session(0).at == 0) turn.call(0);
    turn.take();
  }
  write(start_).session(0) = {};
  std::swap(code_.sessions.front(), code_.given);
}

void Machine::enabled(State const& state, std::vector<Action>& actions) const {
  auto const view = read(state);
  auto const first = actions.size();
  if (auto const all = waiting(state); all != 0) {
    auto const together = rivals(view, code_, freed(view, code_));
    for (int session = 0; session < code_.layout.sessions; ++session) {
      if ((together & bit_of(session)) != 0) add(actions, Action::Kind::wake, session);
    }
    if (actions.size() != first) return;
  }
  add_steps(view, code_, actions);
  if (actions.size() == first) add_victims(view, code_, actions);
  if (actions.size() == first) add_skip(view, code_, actions);
  if (actions.size() != first && code_.aborts != 0) add_mishaps(view, code_, actions);
}

Seen Machine::apply(State& state, Action const& action, Results* results) const {
  Seen seen;
  auto view = write(state);
  Turn turn{view, code_, action.session, seen, results};
  switch (action.kind) {
    case Action::Kind::step:
      if (view.session(action.session).at == 0) turn.call(action.choice);
      turn.take();
      break;
    case Action::Kind::wake:
      seen.reaches(Goal::chose_who_wakes);
      turn.take();
      break;
    case Action::Kind::victim:
      turn.fall_victim();
      break;
    case Action::Kind::skip:
      turn.skip();
      return seen;
    case Action::Kind::mishap:
      view.committed() = static_cast<std::uint8_t>(view.committed() - (1 << 5));
      turn.fail();
      break;
  }
  if (waiting(state) != 0) settle(view, code_, seen, results);
  return seen;
}

void Machine::give_up(State& state, int session) const {
  Seen nothing;
  Turn{write(state), code_, session, nothing}.give_up();
}

Seen Machine::at_rest(State const& state) const { return judge::at_rest(read(state), code_); }

void Machine::reduce(State const& state, std::vector<Action>& actions) const {
  footprints_.reduce(read(state), code_, actions);
}

State Machine::canonical(State const& state) const {
  auto least = state;
  for (auto const& one : automorphisms_) {
    auto const renamed = rename(state, one, code_);
    if (renamed.bytes < least.bytes) least = renamed;
  }
  return least;
}

unsigned Machine::waiting(State const& state) const {
  auto const view = read(state);
  unsigned all = 0;
  for (int session = 0; session < code_.layout.sessions; ++session) {
    if (view.session(session).wait != 0) all |= bit_of(session);
  }
  return all;
}

unsigned Machine::blocked_by(State const& state, int session) const {
  return locks::blocked_by(read(state), code_, session);
}

unsigned Machine::waits_for(State const& state, int session) const {
  return locks::waits_for(read(state), code_, session);
}

Tables Machine::tables(State const& state) const { return committed_tables(read(state), code_); }

Instruction const& Machine::instruction_of(State const& state, Action const& action) const {
  auto const view = read(state);
  auto const& own = code_.sessions[action.session];
  auto const at = view.session(action.session).at;
  if (at != 0) return own.lines[at];
  return own.lines[choice_of(view, code_, action.session, action.choice).start];
}

Step Machine::step_of(State const& state, Action const& action) const {
  return instruction_of(state, action).step;
}

std::string Machine::show(State const& state, Action const& action) const {
  auto const who = "s" + std::to_string(action.session + 1) + " ";
  switch (action.kind) {
    case Action::Kind::step:
      return who + std::string{name_of(step_of(state, action))};
    case Action::Kind::wake:
      return who + "wakes, " + std::string{name_of(step_of(state, action))};
    case Action::Kind::victim:
      return who + "falls victim to the deadlock";
    case Action::Kind::skip:
      return who + "gives its delivery up";
    case Action::Kind::mishap:
      return who + "is rolled back by a mishap";
  }
  return who;
}

}  // namespace model::protocol
