#include "properties/harness/examine.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "properties/protocol/conformance.hpp"
#include "properties/trace/show.hpp"

namespace properties::harness {
namespace {

std::string names(trace::Scenario const& scenario, std::vector<int> const& sessions) {
  std::string text;
  for (int const session : sessions) {
    text += (text.empty() ? "" : " ") + trace::session_name(scenario, session);
  }
  return "{" + text + "}";
}

std::string words(trace::Scenario const& scenario, trace::LogEntry const& entry) {
  std::string text = trace::show(scenario, entry.at);
  if (entry.kind == trace::LogEntry::Kind::wake) text += " wakes";
  if (entry.ending == trace::Ending::blocked) {
    text += " waits for " + names(scenario, entry.blocked_by);
  }
  if (entry.ending == trace::Ending::failed) text += " fails with " + entry.sqlstate;
  if (!entry.note.empty()) text += " (" + entry.note + ")";
  return text + ", runnable " + names(scenario, entry.enabled);
}

std::string first_difference(trace::Scenario const& scenario, trace::Run const& recorded,
                             trace::Run const& now) {
  auto const common = std::min(recorded.log.size(), now.log.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (recorded.log[i] == now.log[i]) continue;
    auto const before = words(scenario, recorded.log[i]);
    auto const after = words(scenario, now.log[i]);
    return "step " + std::to_string(i + 1) + ": recorded " + before + "; now " +
           (before == after ? "the same, but the commit shows other rows" : after);
  }
  auto const& longer = recorded.log.size() > common ? recorded : now;
  return "step " + std::to_string(common + 1) + ": " +
         (recorded.log.size() > common ? "recorded " : "now ") +
         words(scenario, longer.log[common]) + "; the other run has ended";
}

/// Holds the run against the machine, in which services of this mutant are a variant.
void judge_conformance(Worker const& worker, Examined& examined) {
  auto const* mutant = worker.mutant();
  auto const* variant =
      mutant == nullptr ? &model::protocol::kCorrect : model::protocol::find_variant(mutant->name);
  if (variant == nullptr) return;
  std::string const name{protocol::kConformance};
  auto const conformance =
      protocol::conformance_of(examined.scenario, examined.result.run, *variant);
  if (!conformance.departs.empty()) {
    examined.report.findings.push_back({name, conformance.departs, "", 0});
  } else if (conformance.followed) {
    examined.report.held.push_back(name);
  }
}

}  // namespace

Examined examine(Worker& worker, trace::Scenario scenario, schedule::Strategy& strategy,
                 std::vector<std::string> const& only) {
  Examined examined{std::move(scenario), {}, {}};
  examined.result = worker.run(examined.scenario, strategy);
  examined.scenario.schedule = examined.result.schedule;
  examined.report = props::judge(examined.scenario, examined.result.run, only, worker.invariants());
  if (worker.checks_conformance()) judge_conformance(worker, examined);
  return examined;
}

Examined replay(Worker& worker, trace::Scenario const& scenario,
                std::vector<std::string> const& only) {
  auto const strategy = schedule::replay_of(scenario.schedule);
  return examine(worker, scenario, *strategy, only);
}

trace::Trace to_trace(Examined const& examined, std::string const& mutant) {
  trace::Trace trace;
  trace.mutant = mutant;
  trace.scenario = examined.scenario;
  trace.run = examined.result.run;
  for (auto const& finding : examined.report.findings) {
    trace.findings.push_back(trace::RecordedFinding{finding.property, finding.because});
  }
  trace.expect = trace.findings.empty() ? trace::Expect::pass : trace::Expect::violation;
  return trace;
}

std::string departure(trace::Scenario const& scenario, trace::Run const& recorded,
                      trace::Run const& now) {
  if (recorded == now) return {};
  if (recorded.log != now.log) return first_difference(scenario, recorded, now);
  if (recorded.actions != now.actions) return "every step is alike, but an answer differs";
  return "every step is alike, but the rows at the end differ";
}

}  // namespace properties::harness
