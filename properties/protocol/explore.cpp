#include "properties/protocol/explore.hpp"

#include "checker/exploration/breadth_first.hpp"
#include "checker/exploration/decorators.hpp"
#include "properties/protocol/protocol.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::BreadthFirst;
using checker::exploration::Reduced;
using checker::exploration::Symmetric;
using model::protocol::Action;

unsigned enabled_sessions(model::protocol::Machine const& machine,
                          model::protocol::State const& state) {
  std::vector<Action> actions;
  machine.enabled(state, actions);
  unsigned sessions = 0;
  for (auto const& action : actions) sessions |= 1U << action.session;
  return sessions;
}

template <class M>
Explored search_all(M const& searched, Protocol const& protocol, Asked const& asked) {
  BreadthFirst<M> search{searched, {.states = asked.states, .goals = asked.goals}};
  auto const report = search.run();
  Explored explored{report.end, report.statistics, 0, report.reached, report.missed, {}};
  if (!report.counterexample) return explored;
  explored.broken = report.counterexample->seen.broken;
  explored.moves = moves_of(protocol.machine(), report.counterexample->actions);
  return explored;
}

std::string sessions(unsigned bits) {
  std::string names;
  for (int session = 0; session < model::protocol::kMaxSessions; ++session) {
    if ((bits >> session & 1) == 0) continue;
    names += (names.empty() ? "s" : ", s") + std::to_string(session + 1);
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

template <class NameAt>
std::string names_of(std::uint32_t bits, std::size_t count, NameAt name_at) {
  std::string names;
  for (std::size_t i = 0; i < count; ++i) {
    if ((bits >> i & 1) == 0) continue;
    names += (names.empty() ? "" : ", ") + std::string{name_at(i)};
  }
  return names;
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

Explored explore(model::protocol::Scenario const& scenario, model::protocol::Variant const& variant,
                 Asked const& asked) {
  Protocol const protocol{scenario, variant};
  if (asked.search == Search::every_order) return search_all(protocol, protocol, asked);
  Reduced<Protocol> const reduced{protocol};
  Symmetric<Reduced<Protocol>> const symmetric{reduced};
  return search_all(symmetric, protocol, asked);
}

std::string names_of_claims(std::uint32_t broken) {
  return names_of(broken, model::protocol::kClaims.size(),
                  [](std::size_t i) { return model::protocol::kClaims[i].name; });
}

std::string names_of_goals(std::uint32_t reached) {
  return names_of(reached, model::protocol::kGoalNames.size(),
                  [](std::size_t i) { return model::protocol::kGoalNames[i]; });
}

std::string show(std::vector<Move> const& moves) {
  std::string text;
  for (auto const& move : moves) {
    text += "s" + std::to_string(move.action.session + 1) + " " + words_of(move);
    if (move.waits) text += " … waits for " + sessions(move.blocked_by);
    text += '\n';
  }
  return text;
}

}  // namespace properties::protocol
