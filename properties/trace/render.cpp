#include "properties/trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "properties/trace/show.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

constexpr std::size_t kLabel = 10;

/// Lines under a label: "given     follow(1,2)".
void labelled(std::string& out, std::string_view label, std::vector<std::string> const& lines) {
  for (auto const& line : lines) {
    out += fmt::format("{:<{}}{}\n", std::exchange(label, ""), kLabel, line);
  }
}

std::vector<std::string> shown(std::vector<Action> const& actions) {
  std::vector<std::string> lines;
  for (auto const& action : actions) lines.push_back(show(action));
  if (lines.empty()) lines.emplace_back("nothing");
  return lines;
}

std::string accounts_in_words(Scenario const& scenario) {
  std::vector<std::string> words;
  for (auto const& account : scenario.accounts) {
    words.push_back(fmt::format("{}{}{}", account.id.value(),
                                account.is_private ? " (private)" : "",
                                account.is_deleted ? " (deleted)" : ""));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

/// "c1 before check_block → c2". The action is named where the session has several.
std::string switch_in_words(Scenario const& scenario, Switch const& change) {
  auto const& at = change.at;
  std::string place{name_of(at.step)};
  if (at.nth > 0) place += fmt::format("#{}", at.nth + 1);
  auto const session = static_cast<std::size_t>(at.session);
  bool const known = at.session >= 0 && session < scenario.sessions.size();
  if (known && scenario.sessions[session].actions.size() > 1) {
    auto const& actions = scenario.sessions[session].actions;
    auto const action = static_cast<std::size_t>(at.action);
    place += action < actions.size() ? fmt::format(" of {}", show(actions[action]))
                                     : fmt::format(" of #{}", at.action);
  }
  return fmt::format("{} {} {} → {}", session_name(scenario, at.session),
                     change.after ? "after" : "before", place, session_name(scenario, change.to));
}

std::vector<std::string> schedule_in_words(Scenario const& scenario) {
  std::vector<std::string> lines;
  for (auto const& change : scenario.schedule.switches) {
    lines.push_back(switch_in_words(scenario, change));
  }
  if (lines.empty()) lines.emplace_back("each goes on until it waits or is done, in this order");
  return lines;
}

std::string sentence_list(std::vector<std::string> const& sentences) {
  std::string out;
  for (auto const& sentence : sentences) out += fmt::format("- {}\n", sentence);
  return out;
}

/// Text inside a code block, which no text of ours can close: it holds no backtick at a line's
/// beginning.
std::string code_block(std::string const& text) { return "```\n" + text + "```\n"; }

}  // namespace

std::string render_scenario(Scenario const& scenario, Look look) {
  std::string text;
  labelled(text, "accounts", {accounts_in_words(scenario)});
  if (!scenario.given.empty()) labelled(text, "given", shown(scenario.given));
  for (auto const& session : scenario.sessions) {
    labelled(text, session.name, shown(session.actions));
  }
  if (!scenario.lost.empty()) {
    std::vector<std::string> lost;
    for (auto const seq : scenario.lost) lost.push_back(fmt::format("e{}", seq.value()));
    labelled(text, "lost", {fmt::format("{}", fmt::join(lost, ", "))});
  }
  if (scenario.sessions.size() > 1) labelled(text, "schedule", schedule_in_words(scenario));
  if (!look.ascii) return text;
  std::string out;
  for (std::size_t from = 0; from < text.size();) {
    auto const end = text.find('\n', from);
    out += one_line(std::string_view{text}.substr(from, end - from), look) + "\n";
    from = end + 1;
  }
  return out;
}

std::string render(Scenario const& scenario, Run const& run, Look look) {
  return "observed\n\n" + render_observed(scenario, run, look) +
         "\nthe interleaving that explains it\n\n" + render_interleaving(scenario, run, look);
}

std::string render_markdown(Trace const& trace, Look look) {
  std::string text =
      fmt::format("# {}\n", trace.title.empty() ? "A run" : one_line(trace.title, look));
  if (!trace.mutant.empty()) text += fmt::format("\nAgainst the mutant `{}`.\n", trace.mutant);
  text += fmt::format("\nExpected to end in: {}.\n", word_for(trace.expect));
  for (auto const& finding : trace.findings) {
    std::vector<std::string> because;
    for (auto const& sentence : finding.because) because.push_back(one_line(sentence, look));
    text += fmt::format("\n## {} does not hold\n\n{}", finding.property, sentence_list(because));
  }
  text += "\n## Scenario\n\n" + code_block(render_scenario(trace.scenario, look));
  if (!trace.run) return text;
  text += "\n## Observed\n\n" + code_block(render_observed(trace.scenario, *trace.run, look));
  text += "\n## The interleaving that explains it\n\n" +
          code_block(render_interleaving(trace.scenario, *trace.run, look));
  return text;
}

}  // namespace properties::trace
