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

std::vector<Move> moves_of(model::protocol::Machine const& machine,
                           std::vector<Action> const& actions) {
  std::vector<Move> moves;
  auto state = machine.start();
  for (auto const& action : actions) {
    Move move{action, machine.step_of(state, action)};
    move.calls = machine.calls(state, action);
    machine.apply(state, action);
    move.waits = (machine.waiting(state) >> action.session & 1) != 0;
    if (move.waits) move.blocked_by = machine.blocked_by(state, action.session);
    moves.push_back(move);
  }
  return moves;
}

template <class M>
Explored search_all(M const& searched, Protocol const& protocol, std::uint64_t states) {
  BreadthFirst<M> search{searched, {.states = states}};
  auto const report = search.run();
  Explored explored{report.end, report.statistics, 0, report.reached, {}};
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

}  // namespace

Explored explore(model::protocol::Scenario const& scenario, model::protocol::Variant const& variant,
                 Search search, std::uint64_t states) {
  Protocol const protocol{scenario, variant};
  if (search == Search::every_order) return search_all(protocol, protocol, states);
  Reduced<Protocol> const reduced{protocol};
  Symmetric<Reduced<Protocol>> const symmetric{reduced};
  return search_all(symmetric, protocol, states);
}

std::string names_of_claims(std::uint32_t broken) {
  std::string names;
  for (std::size_t i = 0; i < model::protocol::kClaims.size(); ++i) {
    if ((broken >> i & 1) == 0) continue;
    names += (names.empty() ? "" : ", ") + std::string{model::protocol::kClaims[i].name};
  }
  return names;
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
