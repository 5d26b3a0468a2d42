#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/mutants/mutant.hpp"
#include "properties/props/invariants.hpp"
#include "properties/props/judge.hpp"
#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::cases {

/// Where free-running clients work.
struct FreeSetting {
  std::string dsn;  ///< Of an empty database.
  std::vector<props::Invariant> invariants;
  mutants::Mutant const* mutant{nullptr};  ///< Of the truth, or none.
};

/// What came of clients that were real threads.
struct FreeRun {
  trace::Scenario scenario;
  trace::Run run;        ///< Without a log: nobody saw the steps.
  props::Report report;  ///< Of the properties that need none.
  std::int64_t retries{0};
  /// Actions that did not answer.
  [[nodiscard]] int errors() const;
};

/// Runs every session as a thread over one pool of connections, the services put together as for
/// production. The i-th actions of all sessions begin together; which meets which is chance.
/// Throws EnvironmentError.
[[nodiscard]] FreeRun run_freely(FreeSetting const& setting, trace::Scenario scenario);

}  // namespace properties::cases
