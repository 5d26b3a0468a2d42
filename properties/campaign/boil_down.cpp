#include "properties/campaign/boil_down.hpp"

#include <algorithm>
#include <chrono>

#include "properties/campaign/finding_folder.hpp"
#include "properties/shrink/shrink.hpp"
#include "properties/trace/signature.hpp"

namespace properties::campaign {
namespace {

using harness::Examined;
using std::chrono::steady_clock;

constexpr int kReplays = 10;

shrink::Shrunk shrunk_from(harness::Worker& worker, Hunt const& hunt, Examined const& examined) {
  shrink::Limits limits;
  limits.time = hunt.plan.shrink ? hunt.plan.shrink_for : std::chrono::milliseconds{0};
  limits.stopped = hunt.stopped;
  limits.on_better = [&](Examined const& better, std::string_view pass) {
    if (hunt.listener.on_smaller) hunt.listener.on_smaller(pass, shrink::measure(better.scenario));
  };
  return shrink::shrink(worker, examined, shrink::failing(examined), limits);
}

/// The first of the properties that failed at first and still fails.
void name_the_property(FindingReport& report, Examined const& examined, Examined const& smallest) {
  auto const failed = shrink::failing(examined);
  for (auto const& found : smallest.report.findings) {
    if (std::find(failed.begin(), failed.end(), found.property) == failed.end()) continue;
    report.property = found.property;
    report.because = found.because;
    report.file = found.file;
    report.line = found.line;
    return;
  }
}

void verify(harness::Worker& worker, Examined const& smallest, FindingReport& report) {
  for (report.replays = 0; report.replays < kReplays; ++report.replays) {
    auto const again = harness::replay(worker, smallest.scenario);
    auto const departed = harness::departure(again.scenario, smallest.result.run, again.result.run);
    report.alike += departed.empty() ? 1 : 0;
    if (report.departed.empty()) report.departed = departed;
  }
}

}  // namespace

FindingReport boil_down(harness::Worker& worker, Hunt const& hunt, Examined const& examined,
                        FindingReport report) {
  auto const& first = examined.report.findings.front();
  report.property = report.raw_property = first.property;
  FindingFolder folder{hunt.plan, hunt.server};
  report.raw_trace = folder.write_raw(examined, report.id);
  if (hunt.listener.on_violation) {
    hunt.listener.on_violation(first.property, report.raw_trace,
                               shrink::measure(examined.scenario));
  }
  auto const begun = steady_clock::now();
  auto const shrunk = shrunk_from(worker, hunt, examined);
  report.seconds_shrinking = std::chrono::duration<double>(steady_clock::now() - begun).count();
  report.from = shrunk.from;
  report.to = shrunk.to;
  report.tries = shrunk.tries;
  report.shrunk_to_end = shrunk.finished;
  name_the_property(report, examined, shrunk.best);
  verify(worker, shrunk.best, report);
  auto const* mutant = hunt.plan.mutant;
  report.smallest =
      harness::to_trace(shrunk.best, mutant == nullptr ? std::string{} : std::string{mutant->name});
  report.signature = trace::signature(report.property, shrunk.best.scenario);
  folder.write_rest(report);
  return report;
}

}  // namespace properties::campaign
