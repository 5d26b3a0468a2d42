#include <fmt/format.h>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/truth.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using evidence::BlockTruth;

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const checks = evidence::checks_by_others(run, model::Visibility::everyone);
  if (checks.empty()) return NotApplicable{};
  evidence::Moments const moments{run};
  for (auto const& [record, asked, answer, making, post] : checks) {
    auto const truth = evidence::block_truth(run, moments, asked.viewer, post.author);
    checker::Window const window{record->invoked_at, *record->responded_at};
    auto const verdict = checker::check_interval(truth, window, [&](BlockTruth block) {
      return block == BlockTruth::unclear || (block == BlockTruth::none) == answer.allowed;
    });
    if (std::holds_alternative<checker::TrueAt>(verdict)) continue;
    return Violated{
        {evidence::said(scenario, *record) + ".",
         fmt::format("From its call at {} to its response at {} {} between {} and {}.", window.from,
                     window.to, answer.allowed ? "a block stood" : "no block stood",
                     asked.viewer.value(), post.author.value()),
         fmt::format("It should have answered {}: PUBLIC asks the blocks alone, and "
                     "their truth, in every mode.",
                     answer.allowed ? "DENY" : "ALLOW")}};
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "public_checks_block",
    .cites = "T1 T6",
    .claim = "In every mode a PUBLIC post is read by exactly those with no block in either "
             "direction at some moment within the check.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
