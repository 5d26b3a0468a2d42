#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "properties/props/evidence/consumption.hpp"
#include "properties/props/evidence/serving.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

std::string words(trace::Scenario const& scenario, evidence::ServingChange const& change) {
  return fmt::format("{} {}", evidence::name(scenario, *change.by),
                     change.serves ? "found no difference" : "emptied the view");
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  bool const kept = std::ranges::any_of(run.actions, [](trace::ActionRecord const& record) {
    return evidence::diff_answer(record) != nullptr;
  });
  auto const changes = evidence::serving_changes(run, evidence::Moments{run});
  if (!kept || !changes) return NotApplicable{};
  bool const serves = changes->empty() || changes->back().serves;
  if (serves == run.quiet.serving) return Holds{};
  auto const last = changes->empty() ? std::string{"The view started empty and serving"}
                                     : words(scenario, changes->back());
  return Violated{
      {fmt::format("{}, and nothing after it changed whether the view may serve.", last),
       fmt::format("However, in the end it {}.", run.quiet.serving ? "serves" : "does not serve"),
       fmt::format("It should have {}.", serves ? "served" : "stayed out of service")}};
}

Registration const kRegistration{{
    .name = "serving_follows_certificate",
    .cites = "P6",
    .claim = "A rebuild takes the view out of service, and only a certification that found no "
             "difference puts it back.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
