#include "properties/explore/follower.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace properties::explore {
namespace {

bool can_go(schedule::Choice const& choice, int session) {
  return std::any_of(choice.enabled.begin(), choice.enabled.end(),
                     [&](auto const& candidate) { return candidate.session == session; });
}

}  // namespace

Sleep asleep_after(Sleep sleep, Happening const& happening) {
  sleep.erase(happening.move.session);
  std::erase_if(sleep, [&](auto const& sleeper) {
    return schedule::dependent(sleeper.second, happening.footprint);
  });
  return sleep;
}

int Follower::choose(schedule::Choice const& choice) {
  reading_.read(controller_.log(), controller_.objects(), controller_.deadlocks());
  take_note();
  if (!departed_.empty()) return choice.by_default();
  auto const at = reading_.happenings().size();
  return at < path_.size() ? on_path(choice, path_[at]) : beyond(choice);
}

int Follower::on_path(schedule::Choice const& choice, Move const& move) {
  for (int const other : move.others_wait) {
    if (can_go(choice, other)) return other;
  }
  bool const closed = !move.others_wait.empty() && reading_.waits(move.session);
  if (closed) return choice.by_default();  // A deadlock shows when nobody else can go.
  if (can_go(choice, move.session)) return move.session;
  led_elsewhere(reading_.happenings().size(), "and cannot");
  return choice.by_default();
}

int Follower::beyond(schedule::Choice const& choice) const {
  int const usual = choice.by_default();
  if (!sleep_.contains(usual)) return usual;
  for (auto const& candidate : choice.enabled) {
    if (!sleep_.contains(candidate.session)) return candidate.session;
  }
  return usual;
}

void Follower::take_note() {
  auto const& happenings = reading_.happenings();
  for (; departed_.empty() && seen_ < happenings.size(); ++seen_) {
    auto const& happening = happenings[seen_];
    if (seen_ < path_.size()) {
      if (happening.move.session != path_[seen_].session) {
        return led_elsewhere(seen_, "yet session " + std::to_string(happening.move.session) +
                                        " took " + std::string{trace::name_of(happening.step)});
      }
      bool const last = seen_ + 1 == path_.size();
      if (last) sleep_ = asleep_after(std::move(sleep_), happening);
      continue;
    }
    sleeps_.push_back(sleep_);
    if (sleep_.contains(happening.move.session) && !redundant_from_) redundant_from_ = seen_;
    sleep_ = asleep_after(std::move(sleep_), happening);
  }
}

void Follower::finish(harness::CaseResult const& result) {
  reading_.read(result.run.log, result.objects, result.run.deadlocks);
  take_note();
  auto const at = reading_.happenings().size();
  if (departed_.empty() && at < path_.size()) led_elsewhere(at, "and the run has ended");
  if (!departed_.empty()) throw std::logic_error{departed_};
}

void Follower::led_elsewhere(std::size_t at, std::string const& instead) {
  departed_ = "an exploration's path led elsewhere at its move " + std::to_string(at + 1) +
              ": session " + std::to_string(path_[at].session) + " was to get on, " + instead;
}

std::size_t Follower::redundant_from() const {
  return redundant_from_.value_or(reading_.happenings().size());
}

}  // namespace properties::explore
