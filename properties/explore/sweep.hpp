#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "properties/campaign/boil_down.hpp"
#include "properties/explore/explore.hpp"

namespace properties::explore {

/// What exploring many scenarios has come to so far.
struct Progress {
  std::vector<bool> done;  ///< By scenario.
  std::int64_t executions{0};
  std::int64_t redundant{0};
  std::int64_t outcomes{0};
  std::int64_t lock_waits{0};
  std::int64_t deadlocks{0};
  std::int64_t most_executions{0};
  std::size_t most_in{0};     ///< The scenario that took them.
  std::int64_t undecided{0};  ///< Runs.
  std::int64_t violating{0};  ///< Scenarios with a violation.
  [[nodiscard]] std::int64_t count_done() const;
};

/// What a resume file is about: a file about something else is refused.
struct About {
  std::string what;  ///< "triples"
  std::string mutant;
  std::size_t scenarios{0};
};

/// JSON. What is done is told in ranges: "0-119 130".
[[nodiscard]] std::string encode_progress(About const& about, Progress const& progress);
/// The progress, or in words what is wrong with the file and what to do.
[[nodiscard]] std::variant<Progress, std::string> decode_progress(std::string const& text,
                                                                  About const& about);

/// Explores scenarios on several workers until all are done or a budget is spent. A scenario is
/// done when it has been explored wholly, or holds a violation.
class Sweep {
 public:
  struct Plan {
    campaign::Plan hunt;  ///< jobs, time, mutant, invariants, properties; how findings are kept.
    std::vector<trace::Scenario> scenarios;
  };
  Sweep(Plan plan, server::Server& server, campaign::Listener listener, Progress progress,
        std::function<bool()> stopped);

  /// Blocks until all is done, the time is up, or a violation was found (and not keep_going).
  /// Throws schedule::EnvironmentError; what was done until then is in progress().
  void run();
  /// A copy, from any thread.
  [[nodiscard]] Progress progress();
  [[nodiscard]] std::vector<campaign::FindingReport> const& findings() const { return findings_; }

 private:
  void work(int number);
  [[nodiscard]] std::optional<std::size_t> take();
  void note(std::size_t scenario, Exploration const& exploration);
  void handle(harness::Worker& worker, std::size_t scenario, harness::Examined const& examined);
  void note_violation(std::size_t scenario);
  [[nodiscard]] bool over() const;

  Plan plan_;
  server::Server& server_;
  campaign::Listener listener_;
  std::function<bool()> stopped_;
  std::chrono::steady_clock::time_point begun_;
  std::mutex mutex_;      ///< progress_ and next_.
  std::mutex reporting_;  ///< findings_ and the listener.
  Progress progress_;
  std::size_t next_{0};
  std::atomic<bool> stop_{false};
  std::vector<campaign::FindingReport> findings_;
  std::exception_ptr failure_;
};

}  // namespace properties::explore
