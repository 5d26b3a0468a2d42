#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  bool any = false;
  for (auto const& check : evidence::all_checks(run)) {
    if (check.asked.viewer != check.post.author) continue;
    if (check.answer.source == trace::AccessSource::no_such_post) continue;
    any = true;
    if (check.answer.allowed) continue;
    return Violated{{evidence::said(scenario, *check.record) + ".",
                     "It should have answered ALLOW: the reader is the author."}};
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "authors_read_their_posts",
    .cites = "T1 T6",
    .claim = "In every mode authors may read what they posted.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
