#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck mutants
struct MutantsOptions {
  Setting setting;
  std::vector<std::string> names;  ///< Empty: all.
  int seeds{5};                    ///< Campaigns per mutant; figures are their medians.
  std::uint64_t seed{1};
  int sample{0};        ///< Only so many, chosen by the seed. 0: all.
  double kill_for{30};  ///< Seconds a mutant may live.
  double shrink_for{20};
  std::filesystem::path out;  ///< Where the smallest traces go. Empty: nowhere.
};

/// Runs every mutant: found or not, by which property, after how many cases and seconds, and how
/// small the trace gets. Exits with kControlFailed if one survives.
[[nodiscard]] ExitCode mutants_command(MutantsOptions const& options);

}  // namespace properties::cli
