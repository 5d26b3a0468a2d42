#include "properties/cli/explore_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "properties/cli/console.hpp"
#include "properties/trace/show.hpp"

namespace properties::cli {
namespace {

using explore::Exploration;
using explore::Progress;

std::string actions(std::vector<trace::Action> const& all) {
  std::string text;
  for (auto const& action : all) text += (text.empty() ? "" : "; ") + trace::show(action);
  return text;
}

std::string in_words(trace::Scenario const& scenario, trace::Schedule const& schedule) {
  std::string text;
  for (auto const& change : schedule.switches) {
    text +=
        fmt::format("{}{} {}: {}", text.empty() ? "" : " · ", change.after ? "during" : "before",
                    trace::show(scenario, change.at), trace::session_name(scenario, change.to));
  }
  return text.empty() ? "one after the other" : text;
}

std::string victims(trace::Scenario const& scenario, Exploration const& exploration) {
  std::string text;
  for (auto const& [victim, count] : exploration.victims) {
    text += fmt::format("{}{} {}×", text.empty() ? "" : ", ", trace::session_name(scenario, victim),
                        count);
  }
  return text.empty() ? "none" : "victims " + text;
}

std::string interleavings(Exploration const& counted) {
  return fmt::format("{}{}, {} of them with a lock wait", counted.finished ? "" : "more than ",
                     grouped(counted.executions), grouped(counted.waiting_runs));
}

/// How it came to its end.
std::string extent(Explored const& explored) {
  if (!explored.exploration.finished) return ": NOT FINISHED";
  return explored.covered ? "" : ", and no more";
}

std::string coverage(Covered const& covered) {
  return fmt::format(
      "walk           {}, until {} executions show nothing new\n"
      "edges seen     {} of a state and who goes on, in {} states\n",
      covered.strategy, grouped(covered.patience),
      grouped(static_cast<std::int64_t>(covered.edges)),
      grouped(static_cast<std::int64_t>(covered.states)));
}

std::string window(trace::Scenario const& scenario, explore::TokenWindow const& seen) {
  if (seen.escaped > 0) {
    return fmt::format("FOUND in {} of {} executions: {}", grouped(seen.escaped),
                       grouped(seen.executions), in_words(scenario, *seen.example));
  }
  return fmt::format("{} in {} executions{}", seen.finished ? "absent" : "not found",
                     grouped(seen.executions),
                     seen.finished ? ", and there are no more" : ": NOT FINISHED");
}

std::string claim(trace::Scenario const& scenario, TokenWindows const& windows) {
  return fmt::format(
      "T5's window    (a revocation commits before the post, whose token does not cover it)\n"
      "  plain        {}\n"
      "  locking      {}\n",
      window(scenario, windows.plain), window(scenario, windows.locking));
}

std::string verdict(Exploration const& exploration, bool walked) {
  if (exploration.violations > 0) {
    return fmt::format("VIOLATED in {} executions", grouped(exploration.violations));
  }
  if (exploration.undecided > 0) {
    return fmt::format("UNDECIDED in {} executions; the first: {}", grouped(exploration.undecided),
                       exploration.undecided_because.front());
  }
  return exploration.finished && !walked ? "holds in every execution"
                                         : "holds in what was explored";
}

nlohmann::ordered_json to_json(trace::Scenario const& scenario, explore::TokenWindow const& seen) {
  nlohmann::ordered_json json{
      {"finished", seen.finished}, {"executions", seen.executions}, {"escaped", seen.escaped}};
  if (seen.example) json["schedule"] = in_words(scenario, *seen.example);
  return json;
}

std::string what_is_left(Progress const& progress) {
  std::string text;
  auto const& done = progress.done;
  for (std::size_t from = 0; from < done.size(); ++from) {
    if (done[from]) continue;
    auto to = from;
    while (to + 1 < done.size() && !done[to + 1]) ++to;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", from);
    if (to > from) text += fmt::format("–{}", to);
    from = to;
  }
  return text;
}

nlohmann::ordered_json json_of(trace::Scenario const& scenario, explore::Outcome const& outcome,
                               explore::OutcomeSeen const& seen) {
  return {{"answers", explore::show_answers(scenario, outcome)},
          {"rows", explore::show_rows(outcome)},
          {"broken", outcome.broken},
          {"executions", seen.runs},
          {"schedule", in_words(scenario, seen.example)}};
}

}  // namespace

std::string show_in_line(trace::Scenario const& scenario) {
  std::string text;
  for (auto const& session : scenario.sessions) {
    text += (text.empty() ? "" : " ‖ ") + session.name + " " + actions(session.actions);
  }
  if (!scenario.given.empty()) text += ", given " + actions(scenario.given);
  for (auto const& account : scenario.accounts) {
    if (account.is_private) text += fmt::format(", {} private", account.id.value());
  }
  return text;
}

std::string show(Explored const& explored) {
  auto const& [scenario, exploration, counted, covered, windows] = explored;
  auto text = fmt::format("scenario       {}\n", show_in_line(scenario));
  if (counted) text += fmt::format("interleavings  {}\n", interleavings(*counted));
  if (covered) text += coverage(*covered);
  text += fmt::format(
      "executions     {} ({} of them redundant){}\n"
      "lock waits     {} in {} executions · deadlocks: {}\n"
      "outcomes       {}\n",
      grouped(exploration.executions), grouped(exploration.redundant), extent(explored),
      grouped(exploration.lock_waits), grouped(exploration.waiting_runs),
      victims(scenario, exploration), exploration.outcomes.size());
  std::size_t number = 0;
  for (auto const& [outcome, seen] : exploration.outcomes) {
    text += fmt::format("  {:>3}  {}\n       rows      {}\n       schedule  {}\n", ++number,
                        explore::show_answers(scenario, outcome), explore::show_rows(outcome),
                        in_words(scenario, seen.example));
    if (!outcome.broken.empty()) {
      text += fmt::format("       BREAKS    {}\n", fmt::join(outcome.broken, ", "));
    }
  }
  if (windows) text += claim(scenario, *windows);
  return text + "verdict        " + verdict(exploration, covered.has_value()) + "\n";
}

nlohmann::ordered_json to_json(Explored const& explored) {
  auto const& [scenario, exploration, counted, covered, windows] = explored;
  auto outcomes = nlohmann::ordered_json::array();
  for (auto const& [outcome, seen] : exploration.outcomes) {
    outcomes.push_back(json_of(scenario, outcome, seen));
  }
  nlohmann::ordered_json victims = nlohmann::ordered_json::object();
  for (auto const& [victim, count] : exploration.victims) {
    victims[trace::session_name(scenario, victim)] = count;
  }
  nlohmann::ordered_json json{{"scenario", show_in_line(scenario)},
                              {"finished", exploration.finished},
                              {"executions", exploration.executions},
                              {"redundant", exploration.redundant},
                              {"lock_waits", exploration.lock_waits},
                              {"waiting_executions", exploration.waiting_runs},
                              {"deadlock_victims", std::move(victims)},
                              {"violations", exploration.violations},
                              {"undecided", exploration.undecided},
                              {"undecided_because", exploration.undecided_because},
                              {"outcomes", std::move(outcomes)}};
  if (counted) {
    json["interleavings"] = counted->executions;
    json["interleavings_counted_to_the_end"] = counted->finished;
    json["waiting_interleavings"] = counted->waiting_runs;
  }
  if (covered) {
    json["walk"] = {{"strategy", covered->strategy},
                    {"until_covered", covered->patience},
                    {"states", covered->states},
                    {"edges", covered->edges}};
  }
  if (windows) {
    json["token_window"] = {{"plain", to_json(scenario, windows->plain)},
                            {"locking", to_json(scenario, windows->locking)}};
  }
  return json;
}

std::string show(Progress const& progress, std::vector<trace::Scenario> const& scenarios) {
  auto const done = progress.count_done();
  auto text = fmt::format(
      "scenarios      {} of {} explored to the end\n"
      "executions     {} ({} of them redundant), at most {} in one: {}\n"
      "lock waits     {} · deadlocks: {}\n"
      "outcomes       {}\n",
      grouped(done), grouped(static_cast<std::int64_t>(scenarios.size())),
      grouped(progress.executions), grouped(progress.redundant), progress.most_executions,
      show_in_line(scenarios.at(progress.most_in)), grouped(progress.lock_waits),
      grouped(progress.deadlocks), grouped(progress.outcomes));
  auto const left = static_cast<std::int64_t>(scenarios.size()) - done;
  if (left > 0) {
    auto const first = static_cast<std::size_t>(
        std::find(progress.done.begin(), progress.done.end(), false) - progress.done.begin());
    text += fmt::format("left           {} scenarios: {}\n               the first: {}\n",
                        grouped(left), what_is_left(progress), show_in_line(scenarios.at(first)));
  }
  if (progress.undecided > 0)
    text += fmt::format("UNDECIDED      {} executions\n", progress.undecided);
  text += progress.violating > 0 ? fmt::format("verdict        VIOLATED in {} scenarios\n",
                                               grouped(progress.violating))
                                 : fmt::format("verdict        holds in {}\n",
                                               left == 0 ? "every execution" : "what was explored");
  return text;
}

nlohmann::ordered_json to_json(Progress const& progress) {
  auto const done = progress.count_done();
  return {{"scenarios", progress.done.size()},
          {"done", done},
          {"left", static_cast<std::int64_t>(progress.done.size()) - done},
          {"left_numbers", what_is_left(progress)},
          {"executions", progress.executions},
          {"redundant", progress.redundant},
          {"outcomes", progress.outcomes},
          {"lock_waits", progress.lock_waits},
          {"deadlocks", progress.deadlocks},
          {"most_executions", progress.most_executions},
          {"undecided", progress.undecided},
          {"violating_scenarios", progress.violating}};
}

}  // namespace properties::cli
