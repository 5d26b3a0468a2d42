#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/harness/control.hpp"
#include "properties/harness/station.hpp"
#include "properties/schedule/controller.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/trace/run.hpp"

namespace properties::harness {

/// What came of one scenario.
struct CaseResult {
  trace::Run run;
  trace::Schedule schedule;               ///< Replaying it makes the same run.
  std::vector<schedule::Object> objects;  ///< Of each entry of the log.
  int steps{0};
  int blocked_steps{0};
};

/// Runs scenarios, one at a time, in a database of its own. One thread; any number of workers.
class Worker {
 public:
  struct Options {
    std::string dsn;
    bool same_host{false};
    int cpu{-1};
    mutants::Mutant const* mutant{nullptr};
    std::vector<props::Invariant> invariants;
    bool conformance{false};  ///< Each run is held against the abstract machine, too.
  };
  /// Empties the database and creates the schema. Throws EnvironmentError.
  explicit Worker(Options options);

  /// Resets, runs, drains, reads the quiet state. Throws EnvironmentError if the server or a
  /// connection was lost, and std::logic_error if a reset left something behind.
  CaseResult run(trace::Scenario const& scenario, schedule::Strategy& strategy);

  [[nodiscard]] schedule::Controller& controller() { return controller_; }
  [[nodiscard]] std::vector<props::Invariant> const& invariants() const {
    return options_.invariants;
  }
  [[nodiscard]] mutants::Mutant const* mutant() const { return options_.mutant; }
  [[nodiscard]] bool checks_conformance() const { return options_.conformance; }
  /// The core of its backends; negative: none.
  [[nodiscard]] int cpu() const { return options_.cpu; }

 private:
  struct Case;

  void make_clean(trace::Scenario const& scenario);
  void seat_sessions(Case& current, schedule::Strategy& strategy);
  void run_alone(Case& current, int number, std::vector<trace::Action> const& actions);
  void drain(Case& current);
  Station& station(std::size_t slot);

  Options options_;
  Control control_;
  schedule::Controller controller_{control_};
  std::vector<std::unique_ptr<Station>> stations_;  ///< 0: given and drain; then the sessions.
  std::int64_t runs_{0};
};

}  // namespace properties::harness
