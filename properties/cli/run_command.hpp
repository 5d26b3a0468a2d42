#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/hunt_options.hpp"

namespace properties::cli {

/// relcheck run
struct RunOptions : HuntOptions {
  std::vector<std::string> properties;
  std::optional<std::int64_t> cases;  ///< --cases
  std::string seed{"auto"};           ///< --seed N | auto
  std::string shard{"0/1"};           ///< --shard i/n
  std::string strategy;               ///< --strategy
  bool conformance{false};            ///< --conformance
  int sessions{4};                    ///< --sessions
  int operations{8};                  ///< --operations
  bool no_canary{false};
  std::filesystem::path junit;
};

[[nodiscard]] ExitCode run_command(RunOptions const& options);

}  // namespace properties::cli
