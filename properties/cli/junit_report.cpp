#include "properties/cli/junit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "properties/cli/report.hpp"
#include "properties/trace/junit.hpp"

namespace properties::cli {
namespace {

using trace::JunitCase;

JunitCase failed(campaign::FindingReport const& finding, std::uint64_t seed) {
  JunitCase junit{.name = finding.property, .classname = "relcheck.run"};
  junit.file = finding.file;
  junit.line = finding.line;
  junit.result = JunitCase::Result::failed;
  junit.message = finding.because.empty() ? "violated" : finding.because.back();
  junit.text = show(finding, 100);
  junit.properties = {
      {"seed", fmt::format("{:#x}", seed)},
      {"signature", finding.signature},
      {"trace", finding.min_trace.string()},
      {"replay", finding.min_trace.empty() ? "" : replay_line(finding.min_trace.string())}};
  return junit;
}

}  // namespace

std::optional<Refusal> write_junit(std::filesystem::path const& file,
                                   campaign::Summary const& summary, std::uint64_t seed) {
  std::vector<JunitCase> cases;
  for (auto const& property : summary.properties) {
    auto const found = std::find_if(summary.findings.begin(), summary.findings.end(),
                                    [&](auto const& f) { return f.property == property; });
    if (found != summary.findings.end()) {
      cases.push_back(failed(*found, seed));
      continue;
    }
    JunitCase junit{.name = property, .classname = "relcheck.run"};
    if (!summary.held.contains(property)) {
      junit.result = JunitCase::Result::skipped;
      junit.message = "nothing in this campaign concerned it";
    }
    cases.push_back(std::move(junit));
  }
  if (auto const error = trace::write_junit(file, "relcheck run", cases)) {
    return Refusal{kEnvironment, error->message};
  }
  return std::nullopt;
}

}  // namespace properties::cli
