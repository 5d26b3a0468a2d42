#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "properties/explore/outcome.hpp"
#include "properties/harness/examine.hpp"
#include "properties/mutants/mutant.hpp"

/// Exhaustive exploration of one scenario on a real server, by running it again and again.
namespace properties::explore {

struct Limits {
  /// One run for each order of dependent steps; else one for each order of all steps.
  bool reduction{true};
  std::int64_t executions{0};       ///< At most; 0: as many as it takes.
  std::function<bool()> stopped{};  ///< Asked between runs; may be empty.
  std::vector<std::string> only{};  ///< Properties to judge by; all when empty.
  /// Told of every run; may be empty.
  std::function<void(harness::Examined const&)> on_run{};
  /// Told of the first run that breaks a property, before the next run; may use the worker. May be
  /// empty.
  std::function<void(harness::Examined const&)> on_violation{};
};

/// An outcome, and how to get there.
struct OutcomeSeen {
  trace::Schedule example;  ///< Of the first run that came to it.
  std::int64_t runs{0};
};

struct Exploration {
  bool finished{false};  ///< Every order has been tried. Else a limit was met.
  std::int64_t executions{0};
  std::int64_t redundant{0};     ///< Of these: what they came to was clear before they ended.
  std::int64_t waiting_runs{0};  ///< Runs with a lock wait.
  std::int64_t lock_waits{0};
  std::map<int, std::int64_t> victims;  ///< Of deadlocks, by session.
  std::int64_t steps{0};
  std::map<Outcome, OutcomeSeen> outcomes;
  std::int64_t undecided{0};
  std::vector<std::string> undecided_because;  ///< The first few.
  std::int64_t violations{0};                  ///< Runs that break a property.
};

/// Runs the scenario (its own schedule is left aside) under every schedule there is, up to the
/// order of independent steps (schedule::dependent): dynamic partial-order reduction with source
/// sets (Abdulla and others 2014) and sleep sets. Who is the victim of a deadlock, and who of
/// several waiters comes first after a COMMIT or ROLLBACK, is explored like any other choice.
/// Without reduction: every order in which sessions can be let go, lock waits included.
/// `mutant`: what the worker runs, or null; steps whose SQL it replaces depend on everything.
[[nodiscard]] Exploration explore(harness::Worker& worker, trace::Scenario const& scenario,
                                  mutants::Mutant const* mutant, Limits const& limits);

}  // namespace properties::explore
