#include <fmt/format.h>

#include "properties/props/evidence/consumption.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using evidence::Consumption;

Violated explain(std::string const& where, model::Seq watermark, model::Seq allowed) {
  return {{fmt::format("{} the watermark was {}.", where, watermark.value()),
           fmt::format("However, e{} had not been received by any consumer that had committed.",
                       allowed.next().value()),
           fmt::format("The watermark should have been {} at most.", allowed.value())}};
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  if (!evidence::consumes(run)) return NotApplicable{};
  evidence::Moments const moments{run};
  auto const folded = evidence::consumption(run, moments);
  if (!folded.complete) return NotApplicable{};
  for (auto const& record : run.actions) {
    auto const* diff = evidence::diff_answer(record);
    if (diff == nullptr || !std::holds_alternative<trace::Certify>(record.action)) continue;
    auto const when = evidence::moment_of_diff(run, moments, record);
    auto const allowed = folded.watermark_at(when);
    if (diff->watermark <= allowed) continue;
    return explain(fmt::format("When {} looked, at {},", evidence::name(scenario, record), when),
                   diff->watermark, allowed);
  }
  auto const allowed = folded.view.watermark;
  if (run.quiet.diff.watermark <= allowed) return Holds{};
  return explain("In the end", run.quiet.diff.watermark, allowed);
}

Registration const kRegistration{{
    .name = "watermark_never_ahead",
    .cites = "P3",
    .claim = "The watermark never passes an event that no consumer has received.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
