#include "properties/cases/play.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/cases/words.hpp"
#include "properties/trace/show.hpp"

namespace properties::cases {

trace::Scenario scenario_of(Script const& script) {
  trace::Scenario scenario;
  scenario.accounts = script.accounts;
  auto& client = scenario.sessions.emplace_back();
  client.name = "client";
  for (auto const& cue : script.cues) client.actions.push_back(cue.action);
  return scenario;
}

harness::Examined play(Bench& bench, Sheet& sheet, Script const& script) {
  auto examined = bench.run({.scenario = scenario_of(script)});
  for (std::size_t i = 0; i < script.cues.size(); ++i) {
    auto const& cue = script.cues[i];
    if (cue.expected.empty()) continue;
    sheet.expect(trace::show(cue.action), answer_of(examined.result.run, 0, static_cast<int>(i)),
                 cue.expected);
  }
  check_properties(sheet, "this course", examined.report);
  return examined;
}

void check_properties(Sheet& sheet, std::string const& what, props::Report const& report) {
  for (auto const& finding : report.findings) {
    sheet.check(false, fmt::format("{}: {} is violated: {}", what, finding.property,
                                   fmt::join(finding.because, " ")));
  }
  for (auto const& why : report.undecided) {
    sheet.check(false, fmt::format("{}: undecided: {}", what, why));
  }
  if (!report.findings.empty() || !report.undecided.empty()) return;
  sheet.check(!report.held.empty(),
              fmt::format("{}: {} properties hold", what, report.held.size()));
}

void check_caught(Sheet& sheet, std::string const& control, std::string const& property,
                  props::Report const& report) {
  std::vector<std::string> by;
  for (auto const& finding : report.findings) by.push_back(finding.property);
  bool const caught = std::find(by.begin(), by.end(), property) != by.end();
  sheet.check(caught, fmt::format("negative control {} is caught by {}", control,
                                  by.empty() ? "nothing" : fmt::format("{}", fmt::join(by, ", "))) +
                          (caught ? "" : ", expected " + property));
}

}  // namespace properties::cases
