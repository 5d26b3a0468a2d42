#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "properties/schedule/backend.hpp"
#include "properties/schedule/fiber.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/schedule/time_spent.hpp"
#include "properties/trace/run.hpp"

namespace properties::schedule {

class Controller;

/// Where one session sits: its fiber, its backend, and how far it has come. The program calls
/// the part "from inside"; everything else belongs to the controller.
class Seat {
 public:
  explicit Seat(Controller& controller);
  Seat(Seat const&) = delete;
  Seat& operator=(Seat const&) = delete;
  ~Seat();

  // From inside: the program of the session.
  /// The program turns to its next action.
  void begin_action(int index);
  /// Waits for the event; false when it will never come.
  bool await_event(model::Seq seq);
  /// A yield point: returns when the controller has chosen this session to take `step`.
  void reach(trace::Step step, Object object = {});
  /// The step was taken, and this is what it said.
  void done(std::string note);
  void failed(std::string const& sqlstate);
  /// Waits until the socket may be read. For impl's connections.
  void until_readable(int socket);
  /// When the current action took its first step (or now, if it took none).
  [[nodiscard]] trace::Tick invoked_at();
  [[nodiscard]] trace::Tick next_tick();

 private:
  friend class Controller;
  enum class Phase { idle, ready, awaiting, running, blocked, finished };

  void suspend();
  void live();
  [[nodiscard]] int steps_left() const;

  Controller& controller_;
  std::unique_ptr<Fiber> fiber_;
  std::function<void()> program_;
  Backend* backend_{nullptr};
  Phase phase_{Phase::idle};
  int number_{0};
  trace::Point at_;
  Object object_;
  trace::Point last_taken_;
  bool took_any_{false};
  std::map<trace::Step, int> taken_;  ///< Within the current action.
  int steps_in_action_{0};
  std::vector<int> expected_steps_;
  trace::Tick invoked_at_{-1};
  model::Seq awaited_;
  bool void_{false};
  int socket_{-1};
  std::size_t entry_{0};
  std::uint64_t blocked_since_{0};
  bool retire_{false};
};

/// One program for one seat.
struct Program {
  int number{0};  ///< The session's index, or trace::kGiven / kDrain.
  Backend* backend{nullptr};
  std::vector<int> expected_steps;  ///< Per action: an estimate.
  std::function<void(Seat&)> body;
};

/// Lets exactly one session take one step at a time, against a real server.
///
/// A released session ends at its next step, finished, or blocked on a lock. A blocked one leaves
/// the runnable set until a step of another frees it; before the next choice every freed session
/// is again at a step, blocked, or finished, so the runnable set is a function of the schedule.
/// On the same machine blocked backends are stopped (SIGSTOP): freed ones go on one at a time in
/// the order in which they blocked, and a deadlock's victim is the session that closed the cycle.
/// All in the calling thread.
class Controller {
 public:
  explicit Controller(ServerView& server) : server_{server} {}
  ~Controller();

  /// Forgets the last run.
  void start();
  /// Runs the programs together until all have finished. Throws EnvironmentError; then every
  /// program has been unwound with impl::ConnectionLost.
  void run(std::vector<Program> programs, Strategy& strategy);

  [[nodiscard]] trace::Tick next_tick() { return tick_++; }
  [[nodiscard]] std::vector<trace::LogEntry>& log() { return log_; }
  /// For each entry of the log, what the step was about.
  [[nodiscard]] std::vector<Object>& objects() { return objects_; }
  [[nodiscard]] std::vector<trace::Event> const& events() const { return events_; }
  [[nodiscard]] std::vector<trace::DeadlockSeen>& deadlocks() { return deadlocks_; }
  /// The switches that were made: replaying them makes the same run.
  [[nodiscard]] trace::Schedule& schedule() { return schedule_; }
  /// Lock waits seen since start().
  [[nodiscard]] int blocked_steps() const { return blocked_steps_; }
  /// Of all runs so far.
  [[nodiscard]] TimeSpent& time_spent() { return time_; }

 private:
  friend class Seat;

  enum class Watch { fresh, woken, victim };

  void seat_programs(std::vector<Program> programs);
  void loop(Strategy& strategy);
  [[nodiscard]] static Candidate candidate_of(Seat const& seat);
  void find_enabled();
  [[nodiscard]] int choose(Strategy& strategy);
  void take_step(Seat& seat);
  void write_down(Seat& seat, trace::LogEntry entry);
  void enter(Seat& seat);
  void pump(Seat& seat, Watch watch);
  [[nodiscard]] bool may_wait(Seat const& seat) const;
  [[nodiscard]] bool became_blocked(Seat& seat);
  void settle(Seat& seat);
  void wake_freed();
  void wake(Seat& seat, Watch watch);
  void wake_awaiting();
  void resolve_deadlock();
  [[nodiscard]] std::vector<int> find_cycle() const;
  [[nodiscard]] bool void_awaiting();
  void unwind();
  void observe_commit(std::size_t entry);
  /// Of the scenario's own sessions.
  [[nodiscard]] bool all_finished() const;
  [[nodiscard]] bool has_event(model::Seq seq) const;
  [[nodiscard]] std::vector<Seat*> blocked_seats() const;
  [[nodiscard]] std::vector<int> sessions_of(std::vector<int> const& pids) const;
  [[nodiscard]] Seat& seat_of(int number) const;

  ServerView& server_;
  TimeSpent time_;
  std::vector<std::unique_ptr<Seat>> spare_;
  std::vector<std::unique_ptr<Seat>> seats_;
  std::vector<Candidate> enabled_;
  int current_{0};
  bool aborting_{false};
  trace::Tick tick_{0};
  std::uint64_t block_counter_{0};
  int blocked_steps_{0};
  std::vector<trace::LogEntry> log_;
  std::vector<Object> objects_;
  std::vector<trace::Event> events_;
  std::vector<trace::DeadlockSeen> deadlocks_;
  trace::Schedule schedule_;
};

}  // namespace properties::schedule
