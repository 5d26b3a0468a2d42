#include <fmt/format.h>

#include "properties/props/evidence/consumption.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"
#include "properties/trace/show.hpp"

namespace properties::props {
namespace {

using evidence::Consumed;
using model::Application;
using trace::show;

bool agrees(Application expected, trace::ApplyVerdict said) {
  return static_cast<int>(expected) == static_cast<int>(said);
}
static_assert(static_cast<int>(Application::applied) ==
              static_cast<int>(trace::ApplyVerdict::applied));
static_assert(static_cast<int>(Application::stale) == static_cast<int>(trace::ApplyVerdict::stale));
static_assert(static_cast<int>(Application::dup) == static_cast<int>(trace::ApplyVerdict::dup));

std::string reason(Consumed const& step) {
  auto const seq = step.event.seq.value();
  auto const version = step.event.row.version.value();
  switch (*step.expected) {
    case Application::dup:
      return fmt::format("It should have answered dup: e{} had been received before.", seq);
    case Application::stale:
      return fmt::format("It should have answered stale: version {} is not above {}.", version,
                         step.stored.version.value());
    case Application::applied:
      return fmt::format(
          "It should have answered applied: version {} is above {}, and e{} had "
          "not been received since the view was last empty.",
          version, step.stored.version.value(), seq);
  }
  return {};
}

Violated explain(trace::Scenario const& scenario, std::vector<Consumed> const& steps,
                 Consumed const& wrong) {
  Violated violated{{"The consumers committed in this order:"}};
  for (auto const& step : steps) {
    auto const event = step.expected ? fmt::format(", {} {}", evidence::words(step.event.pair),
                                                   show(step.event.row))
                                     : std::string{};
    violated.because.push_back(
        fmt::format("- at {} {}{}.", step.moment, evidence::said(scenario, *step.record), event));
    if (step.record == wrong.record) break;
  }
  violated.because.push_back(fmt::format("The view's row of {} was {} before the last of them.",
                                         evidence::words(wrong.event.pair), show(wrong.stored)));
  violated.because.push_back(reason(wrong));
  return violated;
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  if (!evidence::consumes(run)) return NotApplicable{};
  auto const folded = evidence::consumption(run, evidence::Moments{run});
  for (auto const& step : folded.steps) {
    auto const* returned = std::get_if<trace::Returned>(&step.record->completion);
    if (returned == nullptr || !step.expected) continue;
    auto const* said = std::get_if<trace::ApplyAnswer>(&returned->answer);
    if (said == nullptr || agrees(*step.expected, said->verdict)) continue;
    return explain(scenario, folded.steps, step);
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "projection_verdicts",
    .cites = "P2",
    .claim = "Each delivery is applied, stale or dup as the model says of the deliveries that "
             "committed before it.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
