#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "properties/campaign/boil_down.hpp"
#include "properties/campaign/plan.hpp"
#include "properties/campaign/summary.hpp"
#include "properties/harness/examine.hpp"
#include "properties/server/server.hpp"

namespace properties::campaign {

/// Numbers to watch while it runs. Any thread.
struct Tally {
  std::atomic<std::int64_t> cases{0};
  std::atomic<std::int64_t> findings{0};
};

/// Generates programs, runs each under several schedules on `jobs` workers, judges every run,
/// and boils down what fails. A case is a function of (seed, program number, schedule number), so
/// the number of workers changes only how many are reached.
class Campaign {
 public:
  Campaign(Plan plan, server::Server& server, Listener listener, std::function<bool()> stopped);
  ~Campaign();

  /// Blocks until the budget is used, something was found, or `stopped` says so.
  /// Throws schedule::EnvironmentError; what was found until then is on disk and in partial().
  Summary run();
  [[nodiscard]] Tally const& tally() const { return tally_; }
  [[nodiscard]] Summary const& partial() const { return summary_; }

 private:
  struct Lane;

  void work(int number);
  void run_program(Lane& lane, std::int64_t program);
  [[nodiscard]] trace::Scenario program_of(std::uint64_t seed) const;
  void judge_case(Lane& lane, harness::Examined const& examined, CaseId const& id);
  void handle(Lane& lane, harness::Examined const& examined, CaseId const& id);
  [[nodiscard]] bool wanted(std::string const& property);
  FindingReport boil_down(Lane& lane, harness::Examined const& examined, CaseId const& id);
  [[nodiscard]] bool over() const;
  void fold(Lane const& lane);

  Plan plan_;
  server::Server& server_;
  Listener listener_;
  std::function<bool()> stopped_;
  std::atomic<bool> stop_{false};
  std::chrono::steady_clock::time_point begun_;
  std::mutex reporting_;
  Tally tally_;
  Summary summary_;
  std::exception_ptr failure_;
};

/// Worker options for `worker` of `jobs` on this server: its database, and a core of its own.
[[nodiscard]] harness::Worker::Options worker_options(server::Server& server, int worker,
                                                      mutants::Mutant const* mutant,
                                                      std::vector<props::Invariant> invariants);

}  // namespace properties::campaign
