#include <fmt/format.h>

#include <limits>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using evidence::Check;

constexpr auto kNever = std::numeric_limits<trace::Tick>::max();

/// The COMMIT of an action that answered that the post was made.
trace::Tick when_made(evidence::Moments const& moments, trace::ActionRecord const& making) {
  auto const* returned = std::get_if<trace::Returned>(&making.completion);
  auto const* answer =
      returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
  bool const made = answer != nullptr && answer->verdict == model::Verdict::changed;
  return made ? moments.effect(making).value_or(kNever) : kNever;
}

std::vector<std::string> observed(trace::Scenario const& scenario, Check const& check) {
  return {evidence::said(scenario, *check.making) + ".",
          evidence::said(scenario, *check.record) + "."};
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::all_checks(run);
  if (checks.empty()) return NotApplicable{};
  evidence::Moments const moments{run};
  for (auto const& check : checks) {
    bool const found = check.answer.source != trace::AccessSource::no_such_post;
    bool const doubt = std::holds_alternative<trace::Indeterminate>(check.making->completion);
    auto const made = when_made(moments, *check.making);
    if (!found && check.answer.allowed) {
      auto because = observed(scenario, check);
      because.emplace_back("It should have answered DENY: it found no post.");
      return Violated{std::move(because)};
    }
    if (!found && made < check.record->invoked_at) {
      auto because = observed(scenario, check);
      because.push_back(
          fmt::format("It should have found the post: it was there from {} on, and "
                      "the check was called at {}.",
                      made, check.record->invoked_at));
      return Violated{std::move(because)};
    }
    if (found && !doubt && made > *check.record->responded_at) {
      auto because = observed(scenario, check);
      because.emplace_back("It should not have found the post: none had been made by then.");
      return Violated{std::move(because)};
    }
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "posts_are_found_once_made",
    .cites = "T1 T6",
    .claim = "In every mode a check finds a post that had been made before it was called, none "
             "that was made later, and denies what it does not find.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
