#include "properties/protocol/moves.hpp"

namespace properties::protocol {
namespace {

using model::protocol::Action;

unsigned enabled_sessions(model::protocol::Machine const& machine,
                          model::protocol::State const& state) {
  std::vector<Action> actions;
  machine.enabled(state, actions);
  unsigned sessions = 0;
  for (auto const& action : actions) sessions |= 1U << action.session;
  return sessions;
}

std::string sessions(unsigned bits) {
  std::string names;
  for (int session = 0; session < model::protocol::kMaxSessions; ++session) {
    if ((bits >> session & 1) == 0) continue;
    names += (names.empty() ? "c" : ", c") + std::to_string(session + 1);
  }
  return names;
}

std::string words_of(Move const& move) {
  auto const step = std::string{name_of(move.step)};
  switch (move.action.kind) {
    case Action::Kind::step:
      return step;
    case Action::Kind::wake:
      return step + " goes on first";
    case Action::Kind::victim:
      return step + " is refused: deadlock";
    case Action::Kind::skip:
      return "gives its delivery up";
    case Action::Kind::mishap:
      return "is rolled back by a mishap before " + step;
  }
  return step;
}

}  // namespace

std::vector<Move> moves_of(model::protocol::Machine const& machine,
                           std::vector<Action> const& actions) {
  std::vector<Move> moves;
  auto state = machine.start();
  for (auto const& action : actions) {
    Move move{action, machine.step_of(state, action)};
    move.calls = machine.calls(state, action);
    move.enabled = enabled_sessions(machine, state);
    move.reached = machine.apply(state, action).reached;
    move.waits = (machine.waiting(state) >> action.session & 1) != 0;
    if (move.waits) {
      move.blocked_by = machine.blocked_by(state, action.session);
      move.waits_for = machine.waits_for(state, action.session);
    }
    if (!move.waits && machine.is_in_a_task(state, action.session)) {
      move.then = machine.step_of(state, {Action::Kind::step, action.session, 0});
    }
    moves.push_back(move);
  }
  return moves;
}

std::string show(Move const& move) {
  return words_of(move) + (move.waits ? " … waits for " + sessions(move.blocked_by) : "");
}

std::string show(std::vector<Move> const& moves) {
  std::string text;
  for (auto const& move : moves) {
    text += "c" + std::to_string(move.action.session + 1) + " " + show(move) + '\n';
  }
  return text;
}

}  // namespace properties::protocol
