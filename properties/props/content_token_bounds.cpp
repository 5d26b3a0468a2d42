#include "properties/props/evidence/posts.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::checks_by_others(run, model::Visibility::followers);
  evidence::Moments const moments{run};
  bool any = false;
  for (auto const& check : checks) {
    if (check.asked.mode != model::AccessMode::content_token) continue;
    any = true;
    auto const bound = evidence::token_bound(scenario, run, *check.making);
    auto wrong =
        evidence::find_wrong_permission(scenario, run, moments, check, bound.moment, bound.because);
    if (wrong) return *std::move(wrong);
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "content_token_bounds",
    .cites = "T3 T5",
    .claim = "A check by content token answers what was true at some moment between the taking of "
             "the post's token, as the step log has it, and the end of the check.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
