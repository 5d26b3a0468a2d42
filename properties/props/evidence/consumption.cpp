#include "properties/props/evidence/consumption.hpp"

#include <algorithm>

namespace properties::props::evidence {
namespace {

using trace::ActionRecord;

bool answered(ActionRecord const& record) {
  return std::holds_alternative<trace::Returned>(record.completion);
}

bool in_doubt(ActionRecord const& record) {
  return std::holds_alternative<trace::Indeterminate>(record.completion);
}

bool folds(ActionRecord const& record) {
  return std::holds_alternative<trace::Deliver>(record.action) ||
         std::holds_alternative<trace::Rebuild>(record.action);
}

/// The transactions in the order of their COMMITs, up to the first in doubt.
std::vector<std::pair<Tick, ActionRecord const*>> in_commit_order(Consumption& result,
                                                                  trace::Run const& run,
                                                                  Moments const& moments) {
  std::vector<std::pair<Tick, ActionRecord const*>> order;
  std::optional<Tick> doubt;
  for (auto const& record : run.actions) {
    if (!folds(record)) continue;
    auto const commit = answered(record) ? moments.effect(record) : moments.logged_commit(record);
    if (commit) {
      order.emplace_back(*commit, &record);
    } else if (in_doubt(record)) {
      doubt = std::min(doubt.value_or(record.invoked_at), record.invoked_at);
    }
  }
  std::ranges::stable_sort(order, {}, &std::pair<Tick, ActionRecord const*>::first);
  if (doubt) {
    result.complete = false;
    std::erase_if(order, [&](auto const& step) { return step.first > *doubt; });
  }
  return order;
}

std::optional<model::RelationEvent> event_with(trace::Run const& run, model::Seq seq) {
  for (auto const& event : run.quiet.events) {
    if (event.seq == seq) return model::RelationEvent{event.seq, event.pair, event.row};
  }
  return std::nullopt;
}

}  // namespace

model::Seq Consumption::watermark_at(Tick moment) const {
  model::Seq watermark;
  for (auto const& step : steps) {
    if (step.moment <= moment) watermark = step.watermark;
  }
  return watermark;
}

Consumption consumption(trace::Run const& run, Moments const& moments) {
  Consumption result;
  for (auto const& [moment, record] : in_commit_order(result, run, moments)) {
    Consumed step{record, moment, {}, {}, std::nullopt, {}};
    if (auto const* delivery = std::get_if<trace::Deliver>(&record->action)) {
      auto const event = event_with(run, delivery->seq);
      if (!event) continue;
      step.event = *event;
      step.stored = result.view.rows[event->pair];
      auto [after, verdict] = model::apply(std::move(result.view), *event);
      result.view = std::move(after);
      step.expected = verdict;
    } else {
      result.view = {};
    }
    step.watermark = result.view.watermark;
    result.steps.push_back(step);
  }
  return result;
}

bool consumes(trace::Run const& run) {
  return std::ranges::any_of(run.actions, [](ActionRecord const& record) {
    return folds(record) || std::holds_alternative<trace::Certify>(record.action);
  });
}

trace::DiffAnswer const* diff_answer(ActionRecord const& record) {
  auto const* returned = std::get_if<trace::Returned>(&record.completion);
  return returned == nullptr ? nullptr : std::get_if<trace::DiffAnswer>(&returned->answer);
}

Tick moment_of_diff(trace::Run const& run, Moments const& moments, ActionRecord const& record) {
  for (auto const* entry : committed_attempt(run, record)) {
    if (entry->at.step == trace::Step::read_diff) return entry->tick;
  }
  return moments.effect(record).value_or(run.quiet.tick);
}

}  // namespace properties::props::evidence
