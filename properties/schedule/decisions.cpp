#include "properties/schedule/decisions.hpp"

#include <algorithm>

namespace properties::schedule {
namespace {

std::vector<trace::LogEntry const*> steps_of_sessions(trace::Run const& run) {
  std::vector<trace::LogEntry const*> steps;
  for (auto const& entry : run.log) {
    if (entry.kind == trace::LogEntry::Kind::step && entry.at.session >= 0) {
      steps.push_back(&entry);
    }
  }
  return steps;
}

trace::Point next_step_of(int session, std::vector<trace::LogEntry const*> const& steps,
                          std::size_t from) {
  for (std::size_t i = from; i < steps.size(); ++i) {
    if (steps[i]->at.session == session) return steps[i]->at;
  }
  return trace::Point{session, 0, trace::Step::begin, 0};
}

}  // namespace

std::vector<Decision> decisions_of(trace::Run const& run) {
  auto const steps = steps_of_sessions(run);
  std::vector<Decision> decisions;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const& enabled = steps[i]->enabled;
    if (enabled.size() < 2) continue;
    int const current = i == 0 ? 0 : steps[i - 1]->at.session;
    bool const can_go = std::find(enabled.begin(), enabled.end(), current) != enabled.end();
    bool const after = !can_go && i > 0;
    auto const last = after ? steps[i - 1]->at : next_step_of(current, steps, i);
    decisions.push_back(Decision{last, after, enabled, steps[i]->at.session});
  }
  return decisions;
}

}  // namespace properties::schedule
