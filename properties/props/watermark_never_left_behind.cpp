#include <fmt/format.h>

#include "properties/props/evidence/consumption.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const&, trace::Run const& run) {
  if (!evidence::consumes(run)) return NotApplicable{};
  auto const folded = evidence::consumption(run, evidence::Moments{run});
  if (!folded.complete) return NotApplicable{};
  auto const reached = folded.view.watermark;
  auto const stands = run.quiet.diff.watermark;
  if (stands >= reached) return Holds{};
  return Violated{
      {fmt::format("All consumers are idle, and e1 to e{} have been received.", reached.value()),
       fmt::format("However, the watermark stays at {}.", stands.value()),
       fmt::format("It should have been {}: the last consumer to take its lock should have looked "
                   "at what the others had received in a new statement.",
                   reached.value())}};
}

Registration const kRegistration{{
    .name = "watermark_never_left_behind",
    .cites = "P3",
    .claim = "Once all consumers are idle, the watermark has reached the end of what they have "
             "received without a gap.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
