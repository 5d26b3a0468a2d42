#include "properties/cli/machine_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "model/protocol/scope.hpp"
#include "properties/cli/console.hpp"
#include "properties/protocol/actions.hpp"
#include "properties/trace/show.hpp"
#include "properties/trace/table.hpp"

namespace properties::cli {
namespace {

using checker::exploration::End;
using model::protocol::kClaims;
using model::protocol::kGoalNames;

std::string count(std::uint64_t number) { return grouped(static_cast<std::int64_t>(number)); }

std::string way_of(OnMachine const& done) {
  std::string const orders =
      done.reduced ? "up to the order of independent steps and to names" : "every order";
  return orders + (done.by_bits ? ", depth first, states remembered by bits: not a proof"
                                : ", breadth first");
}

std::string verdict(OnMachine const& done) {
  auto const& explored = done.explored;
  switch (explored.end) {
    case End::violated:
      return fmt::format("VIOLATED after {} steps", explored.moves.size());
    case End::goal_missed:
      return "every claim holds, but NEVER REACHED: " + protocol::names_of_goals(explored.missed);
    case End::budget_spent:
      return "holds in what was explored: NOT FINISHED";
    case End::exhausted:
      return done.proven() ? "holds in every run there is"
                           : "holds in what was seen; states may have been taken for others";
  }
  return "";
}

/// Of the claims that the program tests, those that were not seen broken.
std::uint32_t held(OnMachine const& done) {
  return model::protocol::claims_tested_by(done.scenario) & ~done.explored.broken;
}

std::uint32_t never_reached(OnMachine const& done) {
  return model::protocol::goals_about(done.scenario) & ~done.explored.reached;
}

/// The text behind its label, in as many lines as it takes.
std::string labelled(std::string_view label, std::string const& text, std::size_t width) {
  constexpr std::size_t kIndent = 15;
  if (text.empty()) return {};
  std::string all;
  for (auto const& line : trace::wrapped(text, std::max(width, 2 * kIndent) - kIndent)) {
    all += fmt::format("{:<{}}{}\n", all.empty() ? label : "", kIndent, line);
  }
  return all;
}

double rate(OnMachine const& done) {
  return done.seconds > 0 ? static_cast<double>(done.new_states) / done.seconds : 0;
}

std::string operation_of(OnMachine const& done, protocol::Move const& move, std::size_t slot) {
  auto const& slots = done.scenario.sessions.at(move.action.session);
  return trace::show(protocol::action_of(slots.at(slot).at(move.action.choice)));
}

nlohmann::ordered_json names(std::uint32_t bits, bool claims) {
  auto list = nlohmann::ordered_json::array();
  for (unsigned i = 0; i < 32; ++i) {
    if ((bits >> i & 1) == 0) continue;
    list.push_back(claims ? kClaims.at(i).name : kGoalNames.at(i));
  }
  return list;
}

nlohmann::ordered_json steps_of(OnMachine const& done) {
  auto list = nlohmann::ordered_json::array();
  std::vector<std::size_t> called(done.scenario.sessions.size());
  for (auto const& move : done.explored.moves) {
    nlohmann::ordered_json step{{"session", fmt::format("c{}", move.action.session + 1)}};
    if (move.calls) step["calls"] = operation_of(done, move, called[move.action.session]++);
    step["step"] = protocol::show(move);
    list.push_back(std::move(step));
  }
  return list;
}

}  // namespace

std::string show(OnMachine const& done, std::size_t width) {
  auto const& explored = done.explored;
  auto const& numbers = explored.statistics;
  auto text = fmt::format(
      "explored       {}\n"
      "states         {} in {} steps, {} of them at rest, at most {} steps from the start\n"
      "memory         {:.1f} bytes a state\n"
      "took           {}, {:.2f} million states a second\n",
      way_of(done), count(numbers.states), count(numbers.transitions), count(numbers.at_rest),
      count(numbers.depth), numbers.bytes_per_state, duration(done.seconds), rate(done) / 1e6);
  text += labelled("claims held", protocol::names_of_claims(held(done)), width);
  text += labelled("reached", protocol::names_of_goals(explored.reached), width);
  text += labelled("never reached", protocol::names_of_goals(never_reached(done)), width);
  for (std::size_t i = 0; i < kClaims.size(); ++i) {
    if ((explored.broken >> i & 1) == 0) continue;
    auto const& claim = kClaims.at(i);
    text +=
        labelled("BROKEN", fmt::format("{} ({}): {}", claim.name, claim.cites, claim.says), width);
  }
  return text + "verdict        " + verdict(done);
}

std::string show_counterexample(OnMachine const& done, std::size_t width) {
  trace::Look const look{width, false};
  std::vector<std::string> headers;
  for (std::size_t i = 0; i < done.scenario.sessions.size(); ++i) {
    headers.push_back(fmt::format("c{}", i + 1));
  }
  trace::Table table{headers, look};
  std::vector<std::size_t> called(headers.size());
  std::size_t number = 0;
  for (auto const& move : done.explored.moves) {
    std::vector<trace::Cell> cells(headers.size());
    auto& cell = cells.at(move.action.session);
    if (move.calls) {
      auto const operation = operation_of(done, move, called[move.action.session]++);
      cell = {operation, std::string{trace::glyphs_of(look).begins}, "  "};
      table.row(cells);
    }
    cell = {protocol::show(move), "  ", "  "};
    table.row(cells, std::to_string(++number));
  }
  return table.drawn();
}

nlohmann::ordered_json to_json(OnMachine const& done) {
  auto const& explored = done.explored;
  auto const& numbers = explored.statistics;
  nlohmann::ordered_json json{{"program", done.program},
                              {"mutant", done.mutant},
                              {"reduced", done.reduced},
                              {"by_bits", done.by_bits},
                              {"end", word(explored.end)},
                              {"proven", done.proven()},
                              {"states", numbers.states},
                              {"transitions", numbers.transitions},
                              {"at_rest", numbers.at_rest},
                              {"depth", numbers.depth},
                              {"bytes_per_state", numbers.bytes_per_state},
                              {"seconds", done.seconds},
                              {"states_per_second", rate(done)},
                              {"held", names(held(done), true)},
                              {"broken", names(explored.broken, true)},
                              {"reached", names(explored.reached, false)},
                              {"never_reached", names(never_reached(done), false)},
                              {"missed", names(explored.missed, false)}};
  if (!explored.moves.empty()) json["counterexample"] = steps_of(done);
  return json;
}

std::string closing_line(OnMachine const& done) {
  auto const failed = std::popcount(done.explored.broken) + std::popcount(done.explored.missed);
  auto const rest = std::popcount(held(done));
  bool const proven = done.proven() || done.explored.end == End::goal_missed;
  return fmt::format("relcheck: {} passed, {} failed, {} skipped", proven ? rest : 0, failed,
                     proven ? 0 : rest);
}

}  // namespace properties::cli
