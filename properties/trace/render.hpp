#pragma once

#include <string>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"
#include "properties/trace/table.hpp"
#include "properties/trace/trace.hpp"

namespace properties::trace {

/// The scenario in a few lines: accounts, what is given, programs, and the schedule in words.
[[nodiscard]] std::string render_scenario(Scenario const& scenario, Look look = {});

/// What the clients saw: a column per session, in the order of calls and answers. Calls that
/// overlap stand beside each other; an indeterminate one stays open to the end.
[[nodiscard]] std::string render_observed(Scenario const& scenario, Run const& run, Look look = {});

/// How it came to that: one row per step in the order they were taken, with lock waits, events
/// and, as `switch`, the places where a session lost its turn although it could have gone on.
/// The number of a row counts the entries of the run's log from 1.
[[nodiscard]] std::string render_interleaving(Scenario const& scenario, Run const& run,
                                              Look look = {});

/// Both tables under headings.
[[nodiscard]] std::string render(Scenario const& scenario, Run const& run, Look look = {});

/// The whole trace as Markdown: findings, scenario, tables.
[[nodiscard]] std::string render_markdown(Trace const& trace, Look look = {});

}  // namespace properties::trace
