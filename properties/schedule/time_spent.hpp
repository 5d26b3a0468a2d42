#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>

namespace properties::schedule {

/// Where the time of a worker goes. At any moment it goes to one purpose.
enum class Purpose {
  outside,     ///< Not inside a run.
  reset,       ///< Emptying the tables.
  hand_over,   ///< The services, and choosing who goes on.
  server,      ///< A session's statement is with the server.
  lock_waits,  ///< Finding out who waits for whom.
  commits,     ///< Reading and checking the tables after a commit.
  quiet,       ///< The same when all is quiet.
};
inline constexpr std::size_t kPurposes = 7;

/// The account of it. Only measured: nothing is ever decided by it.
class TimeSpent {
 public:
  using Clock = std::chrono::steady_clock;

  /// What ended before the last change of purpose.
  [[nodiscard]] std::chrono::nanoseconds on(Purpose purpose) const {
    return totals_[static_cast<std::size_t>(purpose)];
  }

 private:
  friend class Spell;
  Purpose turn_to(Purpose next) {
    auto const now = Clock::now();
    totals_[static_cast<std::size_t>(purpose_)] += now - since_;
    since_ = now;
    return std::exchange(purpose_, next);
  }

  std::array<std::chrono::nanoseconds, kPurposes> totals_{};
  Clock::time_point since_{Clock::now()};
  Purpose purpose_{Purpose::outside};
};

/// From its making to its end the time goes to `purpose`, except where a spell within says other.
class Spell {
 public:
  Spell(TimeSpent& time, Purpose purpose) : time_{time}, before_{time.turn_to(purpose)} {}
  Spell(Spell const&) = delete;
  Spell& operator=(Spell const&) = delete;
  ~Spell() { time_.turn_to(before_); }

 private:
  TimeSpent& time_;
  Purpose before_;
};

}  // namespace properties::schedule
