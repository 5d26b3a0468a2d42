#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck run
struct RunOptions {
  Setting setting;
  std::vector<std::string> properties;
  std::optional<double> seconds;      ///< --for
  std::optional<std::int64_t> cases;  ///< --cases
  std::string seed{"auto"};           ///< --seed N | auto
  int jobs{0};                        ///< --jobs; 0: one per core.
  std::string shard{"0/1"};           ///< --shard i/n
  std::string strategy;               ///< --strategy
  int sessions{4};                    ///< --sessions
  int operations{8};                  ///< --operations
  bool keep_going{false};
  bool no_shrink{false};
  bool no_canary{false};
  double shrink_seconds{60};
  std::filesystem::path out{"out"};
  std::filesystem::path junit;
  std::string mutant;
};

[[nodiscard]] ExitCode run_command(RunOptions const& options);

}  // namespace properties::cli
