#include <fmt/format.h>

#include <algorithm>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

bool is_stored(trace::Run const& run, model::MakePost const& asked) {
  return std::ranges::any_of(run.quiet.posts, [&](trace::FinalPost const& post) {
    return post.post == asked.post && post.author == asked.author &&
           post.visibility == asked.visibility;
  });
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  bool any = false;
  for (auto const& record : run.actions) {
    auto const* asked = std::get_if<model::MakePost>(&record.action);
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    if (asked == nullptr || returned == nullptr) continue;
    any = true;
    auto const* answer = std::get_if<trace::WriteAnswer>(&returned->answer);
    bool const made = answer != nullptr && answer->verdict == model::Verdict::changed;
    if (made == is_stored(run, *asked)) continue;
    return Violated{{evidence::said(scenario, record) + ".",
                     made ? "In the end the table should have held this post, with its author and "
                            "its visibility."
                          : "In the end the table should not have held this post."}};
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "posts_are_stored_as_asked",
    .cites = "T1",
    .claim = "A post that was made is in the table as it was asked for, and one that was rejected "
             "is not.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
