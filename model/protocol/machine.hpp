#pragma once

#include <string>
#include <vector>

#include "model/protocol/action.hpp"
#include "model/protocol/claims.hpp"
#include "model/protocol/code.hpp"
#include "model/protocol/footprints.hpp"
#include "model/protocol/result.hpp"
#include "model/protocol/symmetry.hpp"
#include "model/protocol/tables.hpp"

namespace model::protocol {

/// The transactions of the services over an abstract Read Committed store, in every order that the
/// store allows. Pure and deterministic; a state is at most a few words.
///
/// Where several sessions are freed at once, those that do not stand in each other's way go on at
/// once, in the order in which they waited: nobody can tell the difference.
class Machine {
 public:
  using State = protocol::State;
  using Action = protocol::Action;

  explicit Machine(Scenario const& scenario, Variant const& variant = kCorrect);

  [[nodiscard]] Code const& code() const { return code_; }
  /// The given tasks have been done.
  [[nodiscard]] State const& start() const { return start_; }

  /// Appends what can happen next. Nothing: the state is at rest.
  void enabled(State const& state, std::vector<Action>& actions) const;
  /// Lets it happen. The action must be enabled. `results` learn what the statements answer that
  /// are carried out by it: of those that it freed, too.
  Seen apply(State& state, Action const& action, Results* results = nullptr) const;
  /// Instead of the ROLLBACK of a session that has been a victim: its task does not start again. A
  /// service does so after some attempts; the machine by itself never does.
  void give_up(State& state, int session) const;
  /// Of a state at rest: claims about the end.
  [[nodiscard]] Seen at_rest(State const& state) const;

  /// Leaves actions out whose order against the others' makes no difference to any claim.
  void reduce(State const& state, std::vector<Action>& actions) const;
  /// Leaves out what comes between BEGIN and the first statement that moves something.
  void merge_begins(State const& state, std::vector<Action>& actions) const {
    footprints::Table::merge_begins(read(state), code_, actions);
  }
  /// The same state for all that differ in the names of users and sessions alone.
  [[nodiscard]] State canonical(State const& state) const;

  /// Bytes of a state that are in use.
  [[nodiscard]] int size() const { return code_.layout.size(); }

  /// Is it a step that calls a task?
  [[nodiscard]] bool calls(State const& state, Action const& action) const {
    return action.kind == Action::Kind::step && read(state).session(action.session).at == 0;
  }
  [[nodiscard]] bool is_in_a_task(State const& state, int session) const {
    return read(state).session(session).at != 0;
  }
  /// The step that the action takes; `begin` if it takes none.
  [[nodiscard]] Step step_of(State const& state, Action const& action) const;
  /// The sessions that wait for a lock, a bit each; and by whom one of them is blocked, as the
  /// server tells it.
  [[nodiscard]] unsigned waiting(State const& state) const;
  [[nodiscard]] unsigned blocked_by(State const& state, int session) const;
  /// The holder and all ahead in the queue: those by whom the server may say it is blocked.
  [[nodiscard]] unsigned waits_for(State const& state, int session) const;
  /// What is committed.
  [[nodiscard]] Tables tables(State const& state) const;
  /// A line for people: "s1 lock_pair".
  [[nodiscard]] std::string show(State const& state, Action const& action) const;

 private:
  [[nodiscard]] Readable read(State const& state) const {
    return {state.bytes.data(), code_.layout};
  }
  [[nodiscard]] Writable write(State& state) const { return {state.bytes.data(), code_.layout}; }
  [[nodiscard]] Instruction const& instruction_of(State const& state, Action const& action) const;
  void do_given();

  Code code_;
  State start_;
  std::vector<Automorphism> automorphisms_;
  footprints::Table footprints_;
};

}  // namespace model::protocol
