#include "properties/props/evidence/moments.hpp"

#include <algorithm>

namespace properties::props::evidence {
namespace {

using trace::ActionRecord;
using trace::LogEntry;

bool done(LogEntry const& entry, trace::Step step) {
  return entry.at.step == step && entry.ending == trace::Ending::done;
}

trace::WriteAnswer const* write_answer(ActionRecord const& record) {
  auto const* returned = std::get_if<trace::Returned>(&record.completion);
  return returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
}

}  // namespace

Moments::Moments(trace::Run const& run) : end_{run.quiet.tick} {
  for (auto const& entry : run.log) {
    if (done(entry, trace::Step::commit)) {
      commits_[{entry.at.session, entry.at.action}] = entry.tick;
    }
    for (auto const& event : entry.events) {
      visible_.try_emplace(event.seq, entry.tick);
      entries_.try_emplace(event.seq, &entry);
    }
  }
  for (auto const& record : run.actions) {
    auto const* answer = write_answer(record);
    if (answer == nullptr) continue;
    for (auto const& change : answer->changes) {
      visible_.try_emplace(change.seq, effect(record).value_or(end_));
    }
  }
}

std::optional<Tick> Moments::logged_commit(ActionRecord const& record) const {
  auto const found = commits_.find({record.session, record.index});
  return found == commits_.end() ? std::nullopt : std::optional{found->second};
}

std::optional<Tick> Moments::effect(ActionRecord const& record) const {
  auto const commit = logged_commit(record);
  return commit ? commit : record.responded_at;
}

Tick Moments::visible(model::Seq seq) const {
  auto const found = visible_.find(seq);
  return found == visible_.end() ? end_ : found->second;
}

LogEntry const* Moments::entry_of(model::Seq seq) const {
  auto const found = entries_.find(seq);
  return found == entries_.end() ? nullptr : found->second;
}

model::Seq Moments::last_before(Tick moment) const {
  model::Seq last;
  for (auto const& [seq, tick] : visible_) {
    if (tick < moment) last = std::max(last, seq);
  }
  return last;
}

std::vector<LogEntry const*> committed_attempt(trace::Run const& run, ActionRecord const& record) {
  std::vector<LogEntry const*> attempt;
  std::vector<LogEntry const*> committed;
  for (auto const& entry : run.log) {
    if (entry.at.session != record.session || entry.at.action != record.index) continue;
    if (entry.at.step == trace::Step::begin) attempt.clear();
    attempt.push_back(&entry);
    if (done(entry, trace::Step::commit)) committed = attempt;
  }
  return committed;
}

}  // namespace properties::props::evidence
