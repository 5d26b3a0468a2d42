#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "impl/postgres/connection.hpp"
#include "properties/harness/control.hpp"
#include "properties/schedule/controller.hpp"

namespace properties::tests {

/// A statement of a script, and the step it is called.
struct Line {
  trace::Step step;
  std::string sql;
};
using Script = std::vector<Line>;

/// Runs fixed SQL under the controller: the services do not take part. One session per script,
/// in the order of their numbers. A script ends at the statement that fails, with a ROLLBACK.
/// What commits leave is not read.
class Scripted {
 public:
  /// Creates the schema in the database and runs the statement `prepare` there before every run.
  Scripted(std::string const& dsn, std::vector<Script> scripts, std::string const& prepare = {});
  ~Scripted();

  /// Resets the tables and runs the scripts once.
  void run(schedule::Strategy& strategy);

  [[nodiscard]] std::vector<trace::LogEntry>& log() { return controller_.log(); }
  [[nodiscard]] schedule::Controller& controller() { return controller_; }
  [[nodiscard]] harness::Control& control() { return control_; }
  /// What the harness reads over a connection of its own.
  [[nodiscard]] std::string ask(std::string const& sql) { return pg_.query(sql).at(0).at(0); }
  [[nodiscard]] int backend_pid(int session) const;

 private:
  struct Desk;
  class WaitsOnly : public schedule::ServerView {
   public:
    explicit WaitsOnly(harness::Control& control) : control_{control} {}
    std::vector<schedule::Waits> waits(std::vector<int> const& pids) override {
      return control_.waits(pids);
    }
    schedule::CommitView after_commit(bool) override { return {}; }

   private:
    harness::Control& control_;
  };

  harness::Control control_;
  WaitsOnly view_{control_};
  harness::Pg pg_;
  bool prepared_;
  schedule::Controller controller_{view_};
  std::vector<std::unique_ptr<Desk>> desks_;
};

/// A strategy in words: any function that names one of the enabled.
class Rule : public schedule::Strategy {
 public:
  using Function = std::function<int(schedule::Choice const&)>;
  explicit Rule(Function choose) : choose_{std::move(choose)} {}
  int choose(schedule::Choice const& choice) override { return choose_(choice); }

 private:
  Function choose_;
};

/// The candidate of that session, or null when it cannot go.
[[nodiscard]] schedule::Candidate const* candidate(schedule::Choice const& choice, int session);

/// The session that took each step, in order: "0 0 1 …".
[[nodiscard]] std::string sequence_of(std::vector<trace::LogEntry> const& log);

/// Runs the scripts under every schedule there is, depth first, and answers how many there were.
/// Tells `see` after each run.
int for_every_schedule(Scripted& scripted, std::function<void()> const& see);

}  // namespace properties::tests
