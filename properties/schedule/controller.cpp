#include "properties/schedule/controller.hpp"

#include <poll.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "properties/trace/show.hpp"

namespace properties::schedule {
namespace {

using trace::Ending;
using trace::LogEntry;

/// Turns of the wait: most steps are answered within two, while we only yield. After that short
/// sleeps, because a scheduler that is fair to groups of processes lets a yielding one run on.
constexpr int kTitleTurn = 2;
constexpr int kYieldTurns = 3;
constexpr int kAskServerTurn = 4;
constexpr int kAskAgainEvery = 40;
constexpr int kShortTurns = 400;
constexpr std::chrono::microseconds kShortSleep{40};
constexpr std::chrono::microseconds kLongSleep{1000};
/// Where no wait is likely we sleep until the answer. Far timers cost nothing, near ones do.
constexpr std::chrono::microseconds kPatience{5000};
constexpr int kDeadlineMs = 20'000;

bool readable(int socket, std::chrono::nanoseconds timeout) {
  pollfd fd{socket, POLLIN, 0};
  timespec const at_most{0, timeout.count()};
  return ppoll(&fd, 1, &at_most, nullptr) > 0;
}

std::chrono::microseconds sleep_of(int turn) {
  if (turn < kYieldTurns) return std::chrono::microseconds{0};
  return turn < kShortTurns ? kShortSleep : kLongSleep;
}

bool takes_lock(trace::Step step) {
  using trace::Step;
  static constexpr Step kNever[] = {Step::begin,        Step::check_accounts,  Step::check_block,
                                    Step::read_token,   Step::seen_prefix,     Step::read_diff,
                                    Step::fetch_events, Step::read_watermark,  Step::load_post,
                                    Step::read_truth,   Step::read_projection, Step::read_last_seq,
                                    Step::commit,       Step::rollback};
  return std::find(std::begin(kNever), std::end(kNever), step) == std::end(kNever);
}

bool may_free_others(LogEntry const& entry) {
  return entry.ending == Ending::failed || entry.at.step == trace::Step::commit ||
         entry.at.step == trace::Step::rollback;
}

}  // namespace

Controller::~Controller() = default;

void Controller::start() {
  tick_ = 0;
  block_counter_ = 0;
  blocked_steps_ = 0;
  log_.clear();
  objects_.clear();
  events_.clear();
  deadlocks_.clear();
  schedule_.switches.clear();
}

void Controller::run(std::vector<Program> programs, Strategy& strategy) {
  if (programs.empty()) return;
  current_ = programs.front().number;
  seat_programs(std::move(programs));
  try {
    loop(strategy);
  } catch (...) {
    unwind();
    throw;
  }
  std::move(seats_.begin(), seats_.end(), std::back_inserter(spare_));
  seats_.clear();
}

void Controller::seat_programs(std::vector<Program> programs) {
  for (auto& program : programs) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Seat>(*this));
    auto seat = std::move(spare_.back());
    spare_.pop_back();
    auto* const raw = seat.get();
    seat->number_ = program.number;
    seat->backend_ = program.backend;
    seat->expected_steps_ = std::move(program.expected_steps);
    seat->program_ = [raw, body = std::move(program.body)] { body(*raw); };
    seat->took_any_ = false;
    seat->begin_action(0);
    seat->phase_ = Seat::Phase::idle;
    seats_.push_back(std::move(seat));
  }
  for (auto& seat : seats_) enter(*seat);
}

void Controller::loop(Strategy& strategy) {
  for (;;) {
    find_enabled();
    if (!enabled_.empty()) {
      auto& seat = seat_of(choose(strategy));
      strategy.took(candidate_of(seat));
      take_step(seat);
    } else if (!blocked_seats().empty()) {
      resolve_deadlock();
    } else if (!void_awaiting()) {
      return;
    }
  }
}

Candidate Controller::candidate_of(Seat const& seat) {
  return Candidate{seat.number_, seat.at_, seat.steps_left(), seat.object_};
}

void Controller::find_enabled() {
  enabled_.clear();
  for (auto const& seat : seats_) {
    if (seat->phase_ != Seat::Phase::ready) continue;
    enabled_.push_back(candidate_of(*seat));
  }
}

int Controller::choose(Strategy& strategy) {
  auto const& current = seat_of(current_);
  bool const can_go = current.phase_ == Seat::Phase::ready;
  bool const after = !can_go && current.took_any_;
  Choice const choice{enabled_, current_, can_go, after ? current.last_taken_ : current.at_, after};
  if (enabled_.size() == 1) return enabled_.front().session;
  int const chosen = strategy.choose(choice);
  if (chosen != choice.by_default()) {
    schedule_.switches.push_back(trace::Switch{choice.last, chosen, after});
  }
  return chosen;
}

void Controller::take_step(Seat& seat) {
  if (seat.invoked_at_ < 0) seat.invoked_at_ = tick_++;
  LogEntry entry;
  entry.tick = tick_++;
  entry.at = seat.at_;
  for (auto const& candidate : enabled_) entry.enabled.push_back(candidate.session);
  write_down(seat, std::move(entry));
  seat.last_taken_ = seat.at_;
  seat.took_any_ = true;
  ++seat.taken_[seat.at_.step];
  ++seat.steps_in_action_;
  seat.phase_ = Seat::Phase::running;
  current_ = seat.number_;
  auto const index = seat.entry_;
  enter(seat);
  pump(seat, Watch::fresh);
  if (log_[index].ending != Ending::blocked) settle(seat);
}

void Controller::write_down(Seat& seat, LogEntry entry) {
  seat.entry_ = log_.size();
  log_.push_back(std::move(entry));
  objects_.push_back(seat.object_);
}

void Controller::enter(Seat& seat) {
  Spell const spell{time_, Purpose::hand_over};
  seat.fiber_->resume();
}

void Controller::pump(Seat& seat, Watch watch) {
  Spell const spell{time_, Purpose::server};
  if (watch == Watch::fresh && !may_wait(seat)) {
    while (seat.phase_ == Seat::Phase::running && readable(seat.socket_, kPatience)) enter(seat);
  }
  int waited_ms = 0;
  for (int turn = 0; seat.phase_ == Seat::Phase::running; ++turn) {
    bool const brief = turn < kShortTurns;
    if (readable(seat.socket_, sleep_of(turn))) {
      enter(seat);
      continue;
    }
    if (!brief && ++waited_ms > kDeadlineMs) {
      throw EnvironmentError{"the server did not answer step '" +
                             std::string{trace::name_of(seat.at_.step)} + "' for 20 s"};
    }
    bool const title_turn =
        watch == Watch::fresh && turn >= kTitleTurn && seat.backend_->title_says_waiting();
    bool const ask_turn =
        watch != Watch::victim && turn >= kAskServerTurn && turn % kAskAgainEvery == kAskServerTurn;
    bool const blind = ask_turn && (watch == Watch::woken || !seat.backend_->same_host());
    bool const slow = ask_turn && !brief;
    if ((title_turn || blind || slow) && became_blocked(seat)) return;
    if (turn < kYieldTurns) sched_yield();
  }
}

/// A guess: a lock needs a holder in the middle of something. Wrong, it costs kPatience.
bool Controller::may_wait(Seat const& seat) const {
  return takes_lock(seat.at_.step) &&
         std::any_of(seats_.begin(), seats_.end(), [&](auto const& other) {
           return other.get() != &seat && other->steps_in_action_ > 0 &&
                  other->phase_ != Seat::Phase::finished;
         });
}

bool Controller::became_blocked(Seat& seat) {
  Spell const spell{time_, Purpose::lock_waits};
  auto const waits = server_.waits({seat.backend_->pid()});
  if (waits.empty() || waits.front().for_pids.empty()) return false;
  auto sessions = sessions_of(waits.front().for_pids);
  if (sessions.empty()) return false;  // Something else holds it, and will let go.
  seat.backend_->stop();
  seat.phase_ = Seat::Phase::blocked;
  seat.blocked_since_ = ++block_counter_;
  ++blocked_steps_;
  log_[seat.entry_].ending = Ending::blocked;
  log_[seat.entry_].blocked_by = std::move(sessions);
  return true;
}

void Controller::settle(Seat& seat) {
  auto const index = seat.entry_;
  if (log_[index].at.step == trace::Step::commit && log_[index].ending == Ending::done) {
    observe_commit(index);
  }
  if (may_free_others(log_[index])) wake_freed();
  wake_awaiting();
}

void Controller::observe_commit(std::size_t entry) {
  Spell const spell{time_, Purpose::commits};
  auto view = server_.after_commit(all_finished());
  events_.insert(events_.end(), view.events.begin(), view.events.end());
  log_[entry].events = std::move(view.events);
  log_[entry].broken = std::move(view.broken);
}

bool Controller::all_finished() const {
  return seats_.front()->number_ >= 0 &&
         std::all_of(seats_.begin(), seats_.end(),
                     [](auto const& seat) { return seat->phase_ == Seat::Phase::finished; });
}

std::vector<Seat*> Controller::blocked_seats() const {
  std::vector<Seat*> blocked;
  for (auto const& seat : seats_) {
    if (seat->phase_ == Seat::Phase::blocked) blocked.push_back(seat.get());
  }
  std::sort(blocked.begin(), blocked.end(),
            [](Seat* a, Seat* b) { return a->blocked_since_ < b->blocked_since_; });
  return blocked;
}

void Controller::wake_freed() {
  for (bool again = true; again;) {
    again = false;
    auto const blocked = blocked_seats();
    if (blocked.empty()) return;
    Spell const spell{time_, Purpose::lock_waits};
    std::vector<int> pids;
    for (auto const* seat : blocked) pids.push_back(seat->backend_->pid());
    auto const waits = server_.waits(pids);
    for (std::size_t i = 0; i < blocked.size(); ++i) {
      if (!waits[i].for_pids.empty()) continue;
      wake(*blocked[i], Watch::woken);
      again = true;
    }
  }
}

void Controller::wake(Seat& seat, Watch watch) {
  LogEntry entry;
  entry.tick = tick_++;
  entry.kind = LogEntry::Kind::wake;
  entry.at = seat.last_taken_;
  write_down(seat, std::move(entry));
  seat.phase_ = Seat::Phase::running;
  seat.backend_->cont();
  pump(seat, watch);
}

bool Controller::has_event(model::Seq seq) const {
  return std::any_of(events_.begin(), events_.end(),
                     [&](trace::Event const& event) { return event.seq == seq; });
}

void Controller::wake_awaiting() {
  for (auto const& seat : seats_) {
    if (seat->phase_ == Seat::Phase::awaiting && has_event(seat->awaited_)) enter(*seat);
  }
}

bool Controller::void_awaiting() {
  for (auto const& seat : seats_) {
    if (seat->phase_ != Seat::Phase::awaiting) continue;
    seat->void_ = true;
    enter(*seat);
    return true;
  }
  return false;
}

void Controller::resolve_deadlock() {
  auto const cycle = find_cycle();
  auto const youngest = std::max_element(cycle.begin(), cycle.end(), [&](int a, int b) {
    return seat_of(a).blocked_since_ < seat_of(b).blocked_since_;
  });
  auto& victim = seat_of(*youngest);
  deadlocks_.push_back(trace::DeadlockSeen{tick_++, cycle, victim.number_});
  wake(victim, Watch::victim);
  settle(victim);
}

std::vector<int> Controller::find_cycle() const {
  std::vector<int> path{blocked_seats().back()->number_};
  for (;;) {
    auto const& waits_for = log_[seat_of(path.back()).entry_].blocked_by;
    auto const next = waits_for.front();
    auto const found = std::find(path.begin(), path.end(), next);
    if (found != path.end()) return {found, path.end()};
    if (seat_of(next).phase_ != Seat::Phase::blocked) {
      throw EnvironmentError{"a session waits for one that is not blocked, yet none can go on"};
    }
    path.push_back(next);
  }
}

std::vector<int> Controller::sessions_of(std::vector<int> const& pids) const {
  std::vector<int> sessions;
  for (auto const& seat : seats_) {
    if (std::find(pids.begin(), pids.end(), seat->backend_->pid()) != pids.end()) {
      sessions.push_back(seat->number_);
    }
  }
  std::sort(sessions.begin(), sessions.end());
  return sessions;
}

Seat& Controller::seat_of(int number) const {
  for (auto const& seat : seats_) {
    if (seat->number_ == number) return *seat;
  }
  std::abort();  // A strategy named a session that does not exist.
}

void Controller::unwind() {
  aborting_ = true;
  for (auto const& seat : seats_) {
    if (seat->backend_ != nullptr) seat->backend_->cont();
    while (seat->phase_ != Seat::Phase::finished) enter(*seat);
  }
  aborting_ = false;
  seats_.clear();
}

}  // namespace properties::schedule
