#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::trace {

/// The version of the file format. A file of another version is migrated or refused.
inline constexpr int kTraceVersion = 1;

/// A finding as the file keeps it.
struct RecordedFinding {
  std::string property;
  std::vector<std::string> because;
  friend auto operator<=>(RecordedFinding const&, RecordedFinding const&) = default;
};

/// What a run of this trace is expected to end in.
enum class Expect { pass, violation };

/// Under what the run was made. Told, never compared.
struct Environment {
  std::string relcheck;  ///< Version of the program.
  std::string postgres;
  std::optional<std::uint64_t> seed;
  std::string strategy;
  friend auto operator<=>(Environment const&, Environment const&) = default;
};

/// A scenario with what came of it: everything needed to run it again and to see what it means.
struct Trace {
  std::string title;   ///< One line for people; may be empty.
  std::string mutant;  ///< Name of the mutant it ran against, or empty for the services as built.
  Scenario scenario;
  std::optional<Run> run;  ///< Absent in a trace written by hand for regress mode.
  std::vector<RecordedFinding> findings;
  Expect expect{Expect::pass};
  Environment environment;
  friend auto operator<=>(Trace const&, Trace const&) = default;
};

/// Why a file is not a trace: for people, with file and place, and what to do.
struct TraceError {
  std::string message;
};

}  // namespace properties::trace
