#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "properties/props/evidence/consumption.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using trace::ActionRecord;

bool keeps(ActionRecord const& record) {
  return std::holds_alternative<trace::Rebuild>(record.action) ||
         std::holds_alternative<trace::Certify>(record.action);
}

bool clean(trace::DiffAnswer const& diff) {
  return diff.resurrected == 0 && diff.missing == 0 && diff.wrong_counts == 0 &&
         diff.watermark == diff.last;
}

/// Rebuilds and certifications that answered, in the order of their COMMITs.
std::vector<ActionRecord const*> keepers(trace::Run const& run) {
  evidence::Moments const moments{run};
  std::vector<ActionRecord const*> records;
  for (auto const& record : run.actions) {
    if (keeps(record) && evidence::diff_answer(record) != nullptr) records.push_back(&record);
  }
  std::ranges::stable_sort(records, {},
                           [&](auto const* record) { return *moments.effect(*record); });
  return records;
}

bool in_doubt(trace::Run const& run) {
  return std::ranges::any_of(run.actions, [](ActionRecord const& record) {
    return keeps(record) && std::holds_alternative<trace::Indeterminate>(record.completion);
  });
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  if (in_doubt(run)) return NotApplicable{};
  auto const records = keepers(run);
  if (records.empty()) return NotApplicable{};
  bool serves = true;
  std::string last = "The view started empty and serving";
  for (auto const* record : records) {
    if (std::holds_alternative<trace::Rebuild>(record->action)) {
      serves = false;
      last = fmt::format("{} emptied the view", evidence::name(scenario, *record));
    } else if (clean(*evidence::diff_answer(*record))) {
      serves = true;
      last = fmt::format("{} found no difference", evidence::name(scenario, *record));
    }
  }
  if (serves == run.quiet.serving) return Holds{};
  return Violated{
      {fmt::format("{}, and nothing after it changed whether the view may serve.", last),
       fmt::format("However, in the end it {}.", run.quiet.serving ? "serves" : "does not serve"),
       fmt::format("It should have {}.", serves ? "served" : "stayed out of service")}};
}

Registration const kRegistration{{
    .name = "serving_follows_certificate",
    .cites = "P6",
    .claim = "A rebuild takes the view out of service, and only a certification that found no "
             "difference puts it back.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
