#include <fmt/format.h>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  if (run.quiet.posts.empty()) return NotApplicable{};
  evidence::Moments const moments{run};
  for (auto const& post : run.quiet.posts) {
    auto const* making = evidence::making_of(run, post.post);
    if (making == nullptr) continue;
    auto const bound = evidence::token_bound(scenario, run, *making);
    auto const committed = moments.last_before(bound.moment);
    if (post.acl_token >= committed) continue;
    return Violated{{fmt::format("{}.", bound.because),
                     fmt::format("By then e{} had been committed, at {}.", committed.value(),
                                 moments.visible(committed)),
                     fmt::format("However, the stored token of p{} is {}.", post.post.value(),
                                 post.acl_token.value()),
                     fmt::format("It should have been {} at least.", committed.value())}};
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "stored_token_covers",
    .cites = "T3 T5",
    .claim = "The token stored with a post covers everything committed before it was taken.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
