#include "properties/cli/report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "properties/props/judge.hpp"
#include "properties/trace/render.hpp"

namespace properties::cli {
namespace {

using campaign::FindingReport;
using campaign::Summary;

std::string program_path() {
  std::array<char, 4096> path{};
  auto const length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string{path.data(), static_cast<std::size_t>(length)} : "relcheck";
}

/// In quotes if a shell would take it apart.
std::string quoted(std::string const& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "-_./:=@,+") == std::string::npos) {
    return word;
  }
  std::string text{"'"};
  for (char const c : word) text += c == '\'' ? std::string{"'\\''"} : std::string{c};
  return text + "'";
}

std::string verification(FindingReport const& finding) {
  if (!finding.flaky()) {
    return fmt::format("  verified   {}/{} replays take the same steps to the same end\n",
                       finding.alike, finding.replays);
  }
  return fmt::format("  FLAKY      only {}/{} replays are alike; first departure at {}\n",
                     finding.alike, finding.replays, finding.departed);
}

std::string shrinking(FindingReport const& finding) {
  return fmt::format(
      "  shrunk     operations {}→{}  sessions {}→{}  switches {}→{}  deliveries {}→{}"
      "     {} tries, {}{}\n",
      finding.from.operations, finding.to.operations, finding.from.sessions, finding.to.sessions,
      finding.from.switches, finding.to.switches, finding.from.deliveries, finding.to.deliveries,
      grouped(finding.tries), duration(finding.seconds_shrinking),
      finding.shrunk_to_end ? "" : "; not to the end: `relcheck shrink` goes on from the smallest");
}

std::string outcomes(gen::Coverage const& coverage) {
  std::string text;
  for (auto const& [outcome, count] : coverage.counts()) {
    text += fmt::format("    {:>6.2f} %  {}\n",
                        100.0 * static_cast<double>(count) /
                            static_cast<double>(std::max<std::int64_t>(1, coverage.total())),
                        outcome);
  }
  return text;
}

}  // namespace

std::string replay_line(std::string const& file) {
  return quoted(program_path()) + " replay " + quoted(file);
}

std::string show(FindingReport const& finding, std::size_t width) {
  auto text = fmt::format(
      "FAIL  {}{}\n", finding.property,
      finding.file.empty() ? "" : fmt::format("     {}:{}", finding.file, finding.line));
  text += shrinking(finding) + verification(finding) + "\n";
  trace::Look const look{width, false};
  text += trace::render_scenario(finding.smallest.scenario, look) + "\n";
  text += trace::render(finding.smallest.scenario, *finding.smallest.run, look);
  text += "\n  why\n";
  for (auto const& line : finding.because) text += "    " + line + "\n";
  if (!finding.min_trace.empty()) {
    text += "\n  replay     " + replay_line(finding.min_trace.string()) + "\n";
    text += "  kept in    " + finding.folder.string() + "\n";
  }
  return text;
}

std::string show(Summary const& summary) {
  auto const rate = summary.seconds > 0 ? static_cast<double>(summary.cases) / summary.seconds : 0;
  auto text = fmt::format(
      "generate   {} cases ({} programs), {} operations, {} steps, {:.0f} cases/s, {}\n"
      "  stopped because: {}\n"
      "  schedules  longest {} steps · {:.0f} % of cases with a lock wait · {:.1f} preemptions a "
      "case\n",
      grouped(summary.cases), grouped(summary.programs), grouped(summary.operations),
      grouped(summary.steps), rate, duration(summary.seconds), summary.stopped_because,
      summary.longest_run,
      100.0 * static_cast<double>(summary.blocked_cases) /
          static_cast<double>(std::max<std::int64_t>(1, summary.cases)),
      static_cast<double>(summary.preemptions) /
          static_cast<double>(std::max<std::int64_t>(1, summary.cases)));
  text += "  outcomes\n" + outcomes(summary.coverage);
  if (summary.undecided_runs > 0) {
    text += fmt::format("  UNDECIDED  {} runs; the first: {}\n", summary.undecided_runs,
                        summary.undecided.front());
  }
  if (summary.more_findings > 0) {
    text += fmt::format("  {} more runs failed besides those told above\n",
                        grouped(summary.more_findings));
  }
  return text;
}

std::string closing_line(Summary const& summary) {
  std::set<std::string> failed;
  for (auto const& finding : summary.findings) failed.insert(finding.property);
  std::size_t passed = 0;
  for (auto const& [property, count] : summary.held) passed += failed.contains(property) ? 0 : 1;
  auto const all = summary.properties.size();
  auto const judged = passed + failed.size();
  return fmt::format("relcheck: {} passed, {} failed, {} skipped", passed, failed.size(),
                     all > judged ? all - judged : 0);
}

nlohmann::ordered_json to_json(FindingReport const& finding) {
  auto const size = [](shrink::Size const& s) {
    return nlohmann::ordered_json{{"operations", s.operations},
                                  {"sessions", s.sessions},
                                  {"switches", s.switches},
                                  {"deliveries", s.deliveries},
                                  {"lost", s.lost}};
  };
  return {{"property", finding.property},
          {"file", finding.file},
          {"line", finding.line},
          {"because", finding.because},
          {"signature", finding.signature},
          {"seed", finding.id.seed},
          {"program", finding.id.program},
          {"schedule", finding.id.schedule},
          {"from", size(finding.from)},
          {"to", size(finding.to)},
          {"shrunk_to_end", finding.shrunk_to_end},
          {"replays", finding.replays},
          {"alike", finding.alike},
          {"flaky", finding.flaky()},
          {"raw_trace", finding.raw_trace.string()},
          {"min_trace", finding.min_trace.string()},
          {"replay", finding.min_trace.empty() ? "" : replay_line(finding.min_trace.string())}};
}

nlohmann::ordered_json to_json(Summary const& summary) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (auto const& finding : summary.findings) findings.push_back(to_json(finding));
  return {{"cases", summary.cases},
          {"programs", summary.programs},
          {"operations", summary.operations},
          {"steps", summary.steps},
          {"seconds", summary.seconds},
          {"stopped_because", summary.stopped_because},
          {"blocked_cases", summary.blocked_cases},
          {"blocked_steps", summary.blocked_steps},
          {"preemptions", summary.preemptions},
          {"longest_run", summary.longest_run},
          {"undecided_runs", summary.undecided_runs},
          {"undecided", summary.undecided},
          {"held", summary.held},
          {"outcomes", summary.coverage.counts()},
          {"never_reached", summary.coverage.missing()},
          {"more_findings", summary.more_findings},
          {"findings", std::move(findings)}};
}

}  // namespace properties::cli
