#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/hunt_options.hpp"

namespace properties::cli {

/// relcheck machine
struct MachineOptions : HuntOptions {
  std::string ops;                         ///< --ops
  std::string given;                       ///< --given
  std::vector<std::string> private_users;  ///< --private
  int users{0};                            ///< --users
  int mishaps{0};                          ///< --mishaps
  std::vector<std::string> goals;          ///< --goal
  bool no_reduction{false};
  std::uint64_t states{std::uint64_t{1} << 27};  ///< --states
  std::optional<unsigned> bits;                  ///< --bits
  std::filesystem::path resume;                  ///< --resume
  bool no_replay{false};
};

/// Explores a program on the abstract machine; a counterexample is replayed on PostgreSQL.
[[nodiscard]] ExitCode machine_command(MachineOptions const& options);

}  // namespace properties::cli
