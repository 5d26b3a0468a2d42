#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "properties/schedule/object.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::schedule {

/// One session that could take the next step.
struct Candidate {
  int session{0};
  trace::Point next;  ///< The step it is about to take.
  int steps_left{0};  ///< An estimate, from the actions it has still to do.
  Object object{};    ///< What that step is about.
};

/// The question a strategy answers: who takes the next step?
struct Choice {
  std::vector<Candidate> const& enabled;  ///< Never empty; by session.
  int current{0};                         ///< Who took the last step (at the start: session 0).
  bool current_enabled{false};
  trace::Point last;  ///< Before the current session's next step, or the step it is stuck in.
  bool after{false};  ///< See trace::Switch.

  /// Who goes on if no switch says otherwise.
  [[nodiscard]] int by_default() const {
    return current_enabled ? current : enabled.front().session;
  }
};

/// Decides schedules. One object per run; every answer depends on the choices and its own seed
/// alone, so that the run can be repeated.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// One of `choice.enabled`.
  virtual int choose(Choice const& choice) = 0;
  /// Told of every step that is about to be taken, chosen or not for want of another.
  virtual void took(Candidate const&) {}
};

/// What can be known of a scenario before it runs.
struct Outlook {
  int steps{0};  ///< An estimate of all steps.
  int sessions{0};
};

/// A strategy by name, as the command line and traces know it.
struct StrategyKind {
  std::string_view name;
  std::string_view what;  ///< One line for people.
  std::unique_ptr<Strategy> (*make)(std::uint64_t seed, Outlook outlook);
};

/// One strategy a file (kinds.hpp). Replay is none of them: it is made from a schedule.
[[nodiscard]] std::vector<StrategyKind> const& all_strategies();
[[nodiscard]] StrategyKind const* find_strategy(std::string_view name);

/// Follows a schedule. A switch to a session that cannot go is passed over, and so is one whose
/// point is never reached: that is how a trace keeps its meaning while it shrinks.
[[nodiscard]] std::unique_ptr<Strategy> replay_of(trace::Schedule const& schedule);

}  // namespace properties::schedule
