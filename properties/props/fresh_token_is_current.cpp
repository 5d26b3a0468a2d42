#include <fmt/format.h>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::checks_by_others(run, model::Visibility::followers);
  evidence::Moments const moments{run};
  bool any = false;
  for (auto const& check : checks) {
    if (check.asked.mode != model::AccessMode::fresh_token) continue;
    any = true;
    auto const called = check.record->invoked_at;
    auto wrong = evidence::find_wrong_permission(scenario, run, moments, check, called,
                                                 fmt::format("It was called at {}", called));
    if (wrong) return *std::move(wrong);
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "fresh_token_is_current",
    .cites = "T4",
    .claim = "A check by fresh token answers what was true at some moment within the check.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
