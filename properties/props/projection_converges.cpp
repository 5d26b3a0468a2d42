#include <fmt/format.h>

#include <algorithm>

#include "properties/props/property.hpp"
#include "properties/trace/show.hpp"

namespace properties::props {
namespace {

bool any_lost(trace::Scenario const& scenario, trace::Run const& run) {
  return std::ranges::any_of(run.quiet.events, [&](trace::Event const& event) {
    return std::ranges::find(scenario.lost, event.seq) != scenario.lost.end();
  });
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const& quiet = run.quiet;
  if (!quiet.drained || any_lost(scenario, run)) return NotApplicable{};
  auto const& diff = quiet.diff;
  bool const same = diff.resurrected == 0 && diff.missing == 0 && diff.wrong_counts == 0;
  if (!same || diff.watermark != diff.last) {
    return Violated{
        {"Every event has been delivered to a consumer.",
         fmt::format("However, the view differs from the truth: {}.", show(trace::Answer{diff})),
         fmt::format("It should have been 0 resurrected, 0 missing, 0 wrong counts, "
                     "watermark {} of {}.",
                     diff.last.value(), diff.last.value())}};
  }
  if (quiet.serving) return Holds{};
  return Violated{
      {"The view equals the truth, its watermark is the last seq, and it was certified.",
       "However, it does not serve: it should have been serving again."}};
}

Registration const kRegistration{{
    .name = "projection_converges",
    .cites = "R5 P5 P6",
    .claim = "Once every event has been delivered, in whatever order and however often, the view "
             "equals the truth and serves.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
