#pragma once

#include <string>
#include <vector>

#include "properties/harness/worker.hpp"
#include "properties/props/judge.hpp"
#include "properties/trace/trace.hpp"

namespace properties::harness {

/// A scenario, what came of it, and what the properties say.
struct Examined {
  trace::Scenario scenario;  ///< With the schedule that was really taken.
  CaseResult result;
  props::Report report;
};

/// Runs and judges. `only`: the properties asked for, all when empty.
[[nodiscard]] Examined examine(Worker& worker, trace::Scenario scenario,
                               schedule::Strategy& strategy,
                               std::vector<std::string> const& only = {});

/// The same under the scenario's own schedule.
[[nodiscard]] Examined replay(Worker& worker, trace::Scenario const& scenario,
                              std::vector<std::string> const& only = {});

/// The trace of what was seen. The environment is the caller's.
[[nodiscard]] trace::Trace to_trace(Examined const& examined, std::string const& mutant);

/// Where the second run left the first: "step 12: recorded …, now …"; empty when they are alike
/// in every step, answer and row.
[[nodiscard]] std::string departure(trace::Scenario const& scenario, trace::Run const& recorded,
                                    trace::Run const& now);

}  // namespace properties::harness
