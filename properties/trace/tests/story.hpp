#pragma once

#include <map>
#include <string>
#include <vector>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::trace {

/// Tells a run step by step, as the services would take it, for tests and litmus traces: who goes
/// how far, who waits, what was answered. Ticks, the numbering of steps and the sessions that could
/// have gone on are filled in.
class Story {
 public:
  explicit Story(Scenario scenario);

  /// The given actions, each from beginning to end, with these answers.
  void given(std::vector<Answer> const& answers);
  /// The session's next action, alone from beginning to end.
  void whole(int session, Answer const& answer);
  /// Calls the session's next action; `answer` is what it will come to, so that its steps are
  /// known.
  void call(int session, Answer const& answer);
  /// Takes steps up to and with the nth of this name.
  void until(int session, Step step, int nth = 0);
  /// The next step finds a lock held by `holders`.
  void waits(int session, std::vector<int> const& holders);
  /// The waiting step gets on.
  void woken(int session);
  /// Takes what is left and answers.
  void finish(int session);
  /// The action ends otherwise: never happened, or indeterminate.
  void end(int session, Completion const& completion);
  void drain(std::vector<Action> const& actions, std::vector<Answer> const& answers);
  /// What the next step says.
  void note(std::string text) { note_ = std::move(text); }

  /// With the final tick; the rest of `quiet` is the test's to fill in.
  [[nodiscard]] Run& run() { return run_; }
  [[nodiscard]] Scenario const& scenario() const { return scenario_; }

 private:
  struct Seat {
    int next_action{0};
    std::vector<Step> left;
    std::map<Step, int> taken;
    bool waiting{false};
    std::size_t record{0};
    Answer answer;
  };

  void begin(int session, int index, Action const& action, Answer const& answer);
  void take(int session);
  LogEntry& log(int session);
  [[nodiscard]] std::vector<int> enabled() const;

  Scenario scenario_;
  Run run_;
  std::map<int, Seat> seats_;
  Tick tick_{0};
  std::string note_;
};

/// "CHANGED" with this change.
[[nodiscard]] WriteAnswer changed(std::vector<SeqChange> changes);
[[nodiscard]] SeqChange change(int follower, int followee, model::RelationState state, int version,
                               int seq);

}  // namespace properties::trace
