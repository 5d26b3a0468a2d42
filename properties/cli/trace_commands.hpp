#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck replay
struct ReplayOptions {
  Setting setting;
  std::vector<std::filesystem::path> traces;  ///< Files, or folders of *.trace.json.
  int times{1};
  bool regress{false};
  std::optional<std::string> mutant;  ///< Instead of the trace's own; "" for none.
  std::filesystem::path junit;
};

/// relcheck shrink
struct ShrinkOptions {
  Setting setting;
  std::filesystem::path trace;
  std::filesystem::path out;  ///< Empty: beside the trace, as NAME.min.trace.json.
  std::string property;       ///< Empty: the first that fails.
  double seconds{60};
};

/// relcheck explain
struct ExplainOptions {
  std::filesystem::path trace;
  std::string format{"text"};  ///< text | md | json
};

/// Runs traces again. Strict by default: the first step that differs from the recorded run is
/// named, and ends in kFlaky. With --regress only the verdict counts. A violation ends in
/// kViolation, also one the trace expects.
[[nodiscard]] ExitCode replay_command(ReplayOptions const& options);
[[nodiscard]] ExitCode shrink_command(ShrinkOptions const& options);
[[nodiscard]] ExitCode explain_command(ExplainOptions const& options);

/// The files a list of files and folders names, folders in order of their names.
[[nodiscard]] std::vector<std::filesystem::path> trace_files(
    std::vector<std::filesystem::path> const& named);

}  // namespace properties::cli
