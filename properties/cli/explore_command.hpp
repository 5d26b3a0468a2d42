#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck explore
struct ExploreOptions {
  Setting setting;
  std::string ops;                         ///< --ops
  std::string given;                       ///< --given
  std::vector<std::string> private_users;  ///< --private
  bool all_pairs{false};
  bool all_triples{false};
  std::filesystem::path resume;  ///< --resume
  bool no_reduction{false};
  std::int64_t count{1'000};      ///< --count; 0: interleavings are not counted.
  std::int64_t executions{0};     ///< --executions; 0: no bound.
  std::optional<double> seconds;  ///< --for
  int jobs{0};                    ///< --jobs; 0: one per core.
  bool keep_going{false};
  bool no_shrink{false};
  double shrink_seconds{60};
  std::filesystem::path out{"out"};
  std::string mutant;
};

[[nodiscard]] ExitCode explore_command(ExploreOptions const& options);

}  // namespace properties::cli
