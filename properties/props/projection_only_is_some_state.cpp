#include <limits>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::checks_by_others(run, model::Visibility::followers);
  evidence::Moments const moments{run};
  bool any = false;
  for (auto const& check : checks) {
    if (check.asked.mode != model::AccessMode::projection_only) continue;
    any = true;
    // A view that was emptied, or never filled, shows what was true before everything.
    auto wrong = evidence::find_wrong_permission(scenario, run, moments, check,
                                                 std::numeric_limits<trace::Tick>::min(),
                                                 "The view begins empty");
    if (wrong) return *std::move(wrong);
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "projection_only_is_some_state",
    .cites = "T2",
    .claim = "A check on the projection alone answers what was true at some moment before its end, "
             "be it before the first event.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
