#include <fmt/format.h>

#include <string>
#include <vector>

#include "properties/props/evidence/posts.hpp"
#include "properties/props/evidence/serving.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using evidence::ServingChange;

/// What took the view out of service before `moment`.
ServingChange last_before(std::vector<ServingChange> const& changes, trace::Tick moment) {
  ServingChange last;
  for (auto const& change : changes) {
    if (change.moment <= moment) last = change;
  }
  return last;
}

Violated explain(trace::Scenario const& scenario, evidence::Check const& check,
                 ServingChange const& rebuild) {
  auto const& record = *check.record;
  return {
      {fmt::format("{} emptied the view at {}, and no certification had found it without "
                   "difference by {}.",
                   evidence::name(scenario, *rebuild.by), rebuild.moment, *record.responded_at),
       fmt::format("However, {}, called at {}.", evidence::said(scenario, record),
                   record.invoked_at),
       "The truth should have answered: a view that does not serve is not asked, in any mode."}};
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  evidence::Moments const moments{run};
  auto const changes = evidence::serving_changes(run, moments);
  if (!changes) return NotApplicable{};
  auto const truth = evidence::serving_truth(*changes);
  bool any = false;
  for (auto const& check : evidence::all_checks(run)) {
    if (check.answer.source != trace::AccessSource::projection) continue;
    any = true;
    checker::Window const window{check.record->invoked_at, *check.record->responded_at};
    auto const verdict = checker::check_interval(truth, window, [](bool serves) { return serves; });
    if (std::holds_alternative<checker::TrueAt>(verdict)) continue;
    return explain(scenario, check, last_before(*changes, window.from));
  }
  if (!any) return NotApplicable{};
  return Holds{};
}

Registration const kRegistration{{
    .name = "only_a_serving_view_answers",
    .cites = "P6",
    .claim = "In every mode a check is answered by the view only if the view served at some moment "
             "within the check.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
