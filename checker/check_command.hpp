#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace checker {

/// What `relcheck check` is asked to do.
struct CheckOptions {
  std::vector<std::string> files;  ///< "-" is standard input.
  std::string format;              ///< A format's name; empty to find it from the content.
  std::string spec;                ///< A specification's name; empty to find it from the content.
  std::uint64_t budget = 10'000'000;  ///< Configurations, for each independent part.
  unsigned jobs = 1;
  std::uint64_t memory_mib = 0;  ///< What a search may hold; zero is no limit.
  double timeout_s = 0;          ///< Zero is no limit.
  bool follow = false;           ///< The one file is being written: check it as it grows.
  bool json = false;
  std::string explain;  ///< Where to write the explanations, besides printing them.
  std::string svg;      ///< Where to draw the first contradiction.
};

/// The exit codes of `relcheck check`. If several apply, the first of this order counts.
enum class CheckExit : int {
  violation = 1,
  internal = 70,
  environment = 75,  ///< Out of time or memory, or a result that could not be written.
  usage = 64,        ///< Also a file that cannot be read or is malformed.
  undecided = 2,     ///< The budget was spent, or there was nothing to check.
  pass = 0,
};

/// Adds the subcommand `check`. When it was parsed, `options` are filled and `parsed` is true.
void mount_check(CLI::App& app, CheckOptions& options, bool& parsed);

/// Checks the files, prints findings to `out` and returns the exit code. Deterministic but for
/// running out of time or memory. `stop`, if given, ends a follow when it becomes true.
[[nodiscard]] int run_check(CheckOptions const& options, std::FILE* out,
                            std::atomic<bool> const* stop = nullptr);

}  // namespace checker
