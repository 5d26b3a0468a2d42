#include "properties/props/evidence/serving.hpp"

#include <algorithm>

#include "properties/props/evidence/consumption.hpp"

namespace properties::props::evidence {
namespace {

using trace::ActionRecord;

bool rebuilds(ActionRecord const& record) {
  return std::holds_alternative<trace::Rebuild>(record.action);
}

bool keeps(ActionRecord const& record) {
  return rebuilds(record) || std::holds_alternative<trace::Certify>(record.action);
}

bool clean(trace::DiffAnswer const& diff) {
  return diff.resurrected == 0 && diff.missing == 0 && diff.wrong_counts == 0 &&
         diff.watermark == diff.last;
}

}  // namespace

std::optional<std::vector<ServingChange>> serving_changes(trace::Run const& run,
                                                          Moments const& moments) {
  std::vector<ServingChange> changes;
  for (auto const& record : run.actions) {
    if (!keeps(record)) continue;
    if (std::holds_alternative<trace::Indeterminate>(record.completion)) return std::nullopt;
    auto const* diff = diff_answer(record);
    if (diff == nullptr || (!rebuilds(record) && !clean(*diff))) continue;
    changes.push_back({*moments.effect(record), !rebuilds(record), &record});
  }
  std::ranges::stable_sort(changes, {}, &ServingChange::moment);
  return changes;
}

checker::Truth<bool> serving_truth(std::vector<ServingChange> const& changes) {
  checker::Truth<bool> truth{true};
  for (auto const& change : changes) truth.change(change.moment, change.serves);
  return truth;
}

}  // namespace properties::props::evidence
