#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "properties/cases/free_run.hpp"
#include "properties/harness/examine.hpp"
#include "properties/harness/pg.hpp"
#include "properties/server/server.hpp"

namespace properties::cases {

/// All that is random in the cases follows from it.
inline constexpr std::uint64_t kSeed = 302026;

/// One run of a case, under the controlled schedule.
struct Trial {
  trace::Scenario scenario;
  /// A mutant to run against, by its name; empty: the services as built.
  std::string_view control{};
  /// A walk by its name; empty: the scenario's own schedule.
  std::string_view walk{};
  std::uint64_t seed{kSeed};
  /// Instead of a walk.
  schedule::Strategy* strategy{nullptr};
  /// A run of thousands of commits: every SQL invariant waits until all is quiet.
  bool large{false};
};

/// Where the cases are run: workers on a server that must outlive it. One thread.
class Bench {
 public:
  struct Options {
    server::Server& server;  ///< Started for kWorkers workers.
    std::vector<props::Invariant> invariants;
    /// Takes the place of the services as built, to show that a case can fail.
    mutants::Mutant const* mutant{nullptr};
  };
  static constexpr int kWorkers = 3;

  explicit Bench(Options options);

  /// Runs and judges by all properties. The same trial takes the same steps.
  [[nodiscard]] harness::Examined run(Trial trial);
  /// Runs the sessions as threads that nobody controls, each action of one session together with
  /// the same action of the others, and judges what can be judged without a step log.
  [[nodiscard]] FreeRun run_freely(trace::Scenario scenario);

  /// Asks the database of the services as built, between runs or during one.
  [[nodiscard]] harness::Table look(std::string const& sql);

 private:
  struct Kind {
    mutants::Mutant const* mutant{nullptr};
    bool large{false};
    friend bool operator==(Kind const&, Kind const&) = default;
  };
  harness::Worker& worker_for(Kind kind);
  [[nodiscard]] std::unique_ptr<harness::Worker> make_worker(int number, Kind kind) const;

  Options options_;
  std::unique_ptr<harness::Worker> main_;   ///< On the first database.
  std::unique_ptr<harness::Worker> other_;  ///< On the second; of kind other_kind_.
  Kind other_kind_;
  std::unique_ptr<harness::Pg> eye_;
};

}  // namespace properties::cases
