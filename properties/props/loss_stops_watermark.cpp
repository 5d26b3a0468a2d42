#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "properties/props/property.hpp"

namespace properties::props {
namespace {

std::optional<model::Seq> find_first_lost(trace::Scenario const& scenario, trace::Run const& run) {
  std::optional<model::Seq> first;
  for (auto const& event : run.quiet.events) {
    bool const lost = std::ranges::find(scenario.lost, event.seq) != scenario.lost.end();
    if (lost && (!first || event.seq < *first)) first = event.seq;
  }
  return first;
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const lost = find_first_lost(scenario, run);
  if (!lost || !run.quiet.drained) return NotApplicable{};
  auto const watermark = run.quiet.diff.watermark.value();
  auto const expected = lost->value() - 1;
  if (watermark == expected) return Holds{};
  return Violated{{fmt::format("e{} is the first event that no consumer ever receives; all others "
                               "have been delivered.",
                               lost->value()),
                   fmt::format("However, the watermark stands at {}.", watermark),
                   fmt::format("It should have been {}: {}.", expected,
                               watermark > expected ? "nothing passes a lost event silently"
                                                    : "all events before the loss are there")}};
}

Registration const kRegistration{{
    .name = "loss_stops_watermark",
    .cites = "P7",
    .claim = "A lost event shows as a watermark that stops just before it.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
