#include <algorithm>
#include <utility>

#include "impl/ports/store_error.hpp"
#include "properties/schedule/controller.hpp"

namespace properties::schedule {

Seat::Seat(Controller& controller)
    : controller_{controller}, fiber_{std::make_unique<Fiber>([this] { live(); })} {}

Seat::~Seat() {
  retire_ = true;
  if (!fiber_->finished()) fiber_->resume();
}

// The fiber outlives a run: a new stack for every program would cost more than a step.
void Seat::live() {
  while (!retire_) {
    program_();
    phase_ = Phase::finished;
    suspend();
  }
}

void Seat::suspend() { fiber_->suspend(); }

void Seat::begin_action(int index) {
  at_ = trace::Point{number_, index, trace::Step::begin, 0};
  taken_.clear();
  steps_in_action_ = 0;
  invoked_at_ = -1;
}

bool Seat::await_event(model::Seq seq) {
  if (controller_.has_event(seq)) return true;
  awaited_ = seq;
  void_ = false;
  phase_ = Phase::awaiting;
  suspend();
  return !void_ && !controller_.aborting_;
}

void Seat::reach(trace::Step step, Object object) {
  if (controller_.aborting_) throw impl::ConnectionLost{"the run was given up"};
  at_.step = step;
  at_.nth = taken_[step];
  object_ = object;
  phase_ = Phase::ready;
  suspend();
  if (controller_.aborting_) throw impl::ConnectionLost{"the run was given up"};
}

void Seat::done(std::string note) {
  auto& entry = controller_.log_[entry_];
  entry.ending = trace::Ending::done;
  entry.note = std::move(note);
}

void Seat::failed(std::string const& sqlstate) {
  auto& entry = controller_.log_[entry_];
  entry.ending = trace::Ending::failed;
  entry.sqlstate = sqlstate;
}

void Seat::until_readable(int socket) {
  socket_ = socket;
  suspend();
  socket_ = -1;
  if (controller_.aborting_) throw impl::ConnectionLost{"the run was given up"};
}

trace::Tick Seat::invoked_at() {
  if (invoked_at_ < 0) invoked_at_ = controller_.next_tick();
  return invoked_at_;
}

trace::Tick Seat::next_tick() { return controller_.next_tick(); }

int Seat::steps_left() const {
  auto const action = static_cast<std::size_t>(std::max(0, at_.action));
  if (action >= expected_steps_.size()) return 1;
  int left = std::max(1, expected_steps_[action] - steps_in_action_);
  for (std::size_t i = action + 1; i < expected_steps_.size(); ++i) left += expected_steps_[i];
  return left;
}

}  // namespace properties::schedule
