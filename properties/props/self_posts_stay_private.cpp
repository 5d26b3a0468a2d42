#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::checks_by_others(run, model::Visibility::self);
  if (checks.empty()) return NotApplicable{};
  for (auto const& check : checks) {
    if (!check.answer.allowed) continue;
    return Violated{{evidence::said(scenario, *check.record) + ".",
                     "It should have answered DENY: a SELF post is for its author alone."}};
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "self_posts_stay_private",
    .cites = "T1 T6",
    .claim = "In every mode nobody but the author reads a SELF post.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
