#include "properties/explore/execution.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace properties::explore {

using schedule::Candidate;
using schedule::Effect;
using trace::Ending;
using trace::Step;

void Reading::read(std::vector<trace::LogEntry> const& log,
                   std::vector<schedule::Object> const& objects,
                   std::vector<trace::DeadlockSeen> const& deadlocks) {
  for (; read_up_to_ < log.size(); ++read_up_to_) {
    read_entry(log[read_up_to_], objects[read_up_to_], deadlocks);
  }
}

void Reading::read_entry(Entry const& entry, schedule::Object const& object,
                         std::vector<trace::DeadlockSeen> const& deadlocks) {
  int const session = entry.at.session;
  Candidate const taken{session, entry.at, 0, object};
  if (entry.ending == Ending::blocked) {
    auto const footprint = transactions_.footprint_of(taken);
    bool const reads_first = footprint.unknown || !schedule::looks_again(entry.at.step);
    if (reads_first && entry.kind == Entry::Kind::step) {
      happenings_.push_back({{session}, entry.at.step, footprint, footprint});
    }
    waiting_[session] = reads_first;
    return;
  }
  Happening happening{{session}, entry.at.step, {}, transactions_.footprint_of(taken)};
  follow(entry, taken, happening);
  if (auto const waited = waiting_.find(session); waited != waiting_.end()) {
    happening.forced = waited->second;
    waiting_.erase(waited);
  }
  if (auto const freed = in_deadlock_.extract(session)) happening.freed_by = freed.mapped();
  if (deadlocks_read_ < deadlocks.size() && entry.ending == Ending::failed &&
      deadlocks[deadlocks_read_].victim == session) {
    happening.cycle = deadlocks[deadlocks_read_++].cycle;
    for (int const other : happening.cycle) {
      if (other == session) continue;
      happening.move.others_wait.push_back(other);
      in_deadlock_[other] = happenings_.size();
    }
    std::sort(happening.move.others_wait.begin(), happening.move.others_wait.end());
  }
  if (session >= 0) happenings_.push_back(std::move(happening));
}

/// What it did, and what that makes of its transaction.
void Reading::follow(Entry const& entry, Candidate const& taken, Happening& happening) {
  int const session = taken.session;
  auto const step = entry.at.step;
  auto const effect = effect_of(entry, taken.object);
  happening.footprint = transactions_.footprint_of(taken, effect);
  happening.enabled_by = enabling(entry);
  happening.ends = step == Step::commit || step == Step::rollback || entry.ending == Ending::failed;
  if (entry.ending == Ending::failed) {
    auto const undone = transactions_.failed(session).accesses;
    auto& accesses = happening.footprint.accesses;
    accesses.insert(accesses.end(), undone.begin(), undone.end());
  } else {
    transactions_.took(taken, effect);
  }
  if (step == Step::commit && entry.ending == Ending::done) {
    present_.merge(ensured_[session]);
    if (session >= 0) {
      for (auto const& event : entry.events) shown_by_.emplace(event.seq, happenings_.size());
    }
  }
  if (happening.ends) ensured_.erase(session);
}

/// A delivery begins when its event is there.
std::optional<std::size_t> Reading::enabling(Entry const& entry) const {
  if (entry.at.session < 0 || entry.at.step != Step::begin || entry.at.nth > 0) return std::nullopt;
  auto const& actions = scenario_.sessions[static_cast<std::size_t>(entry.at.session)].actions;
  auto const* delivery =
      std::get_if<trace::Deliver>(&actions[static_cast<std::size_t>(entry.at.action)]);
  if (delivery == nullptr) return std::nullopt;
  auto const commit = shown_by_.find(delivery->seq);
  return commit == shown_by_.end() ? std::nullopt : std::optional{commit->second};
}

Effect Reading::effect_of(Entry const& entry, schedule::Object const& object) {
  if (entry.ending != Ending::done) return Effect::any;
  if (entry.at.step == Step::ensure_pair) {
    bool const there = present_.contains(object) || ensured_[entry.at.session].contains(object);
    if (!there) ensured_[entry.at.session].insert(object);
    return there ? Effect::none : Effect::any;
  }
  bool const says = entry.at.step == Step::insert_block || entry.at.step == Step::delete_block;
  return says && entry.note == "no" ? Effect::none : Effect::any;
}

}  // namespace properties::explore
