#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "properties/explore/execution.hpp"
#include "properties/harness/worker.hpp"

namespace properties::explore {

/// Who rests at some point, because what would follow if it got on has been explored: until
/// something happens that its step depends on.
using Sleep = std::map<int, schedule::Footprint>;

/// Those of the sleepers that go on sleeping after this.
[[nodiscard]] Sleep asleep_after(Sleep sleep, Happening const& happening);

/// Follows a path of moves and then goes on by itself: with the same session as long as it can,
/// then with the first that can, and with a sleeper only if nobody else is left.
class Follower : public schedule::Strategy {
 public:
  /// `sleep`: before the last move of the path.
  Follower(schedule::Controller& controller, Reading reading, std::vector<Move> path, Sleep sleep)
      : controller_{controller},
        reading_{std::move(reading)},
        path_{std::move(path)},
        sleep_{std::move(sleep)} {}

  int choose(schedule::Choice const& choice) override;
  /// Once the run has ended well (a lost server leads anywhere). Throws std::logic_error if the
  /// path led elsewhere.
  void finish(harness::CaseResult const& result);

  [[nodiscard]] std::vector<Happening> const& happenings() const { return reading_.happenings(); }
  /// Who slept before each happening from the end of the path on.
  [[nodiscard]] std::vector<Sleep> const& sleeps() const { return sleeps_; }
  /// From this happening on everything has been explored already. (Or all happenings: nothing has.)
  [[nodiscard]] std::size_t redundant_from() const;

 private:
  void take_note();
  void led_elsewhere(std::size_t at, std::string const& instead);
  [[nodiscard]] int on_path(schedule::Choice const& choice, Move const& move);
  [[nodiscard]] int beyond(schedule::Choice const& choice) const;

  schedule::Controller& controller_;
  Reading reading_;
  std::vector<Move> path_;
  Sleep sleep_;
  std::vector<Sleep> sleeps_;
  std::size_t seen_{0};
  std::string departed_;  ///< How the path led elsewhere; empty if it did not.
  std::optional<std::size_t> redundant_from_;
};

}  // namespace properties::explore
