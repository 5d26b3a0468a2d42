#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/cli/hunt_options.hpp"

namespace properties::cli {

/// relcheck explore
struct ExploreOptions : HuntOptions {
  std::string ops;                         ///< --ops
  std::string given;                       ///< --given
  std::vector<std::string> private_users;  ///< --private
  bool all_pairs{false};
  bool all_triples{false};
  std::filesystem::path resume;  ///< --resume
  bool no_reduction{false};
  std::int64_t count{1'000};                  ///< --count; 0: interleavings are not counted.
  std::int64_t executions{0};                 ///< --executions; 0: no bound.
  std::optional<std::int64_t> until_covered;  ///< --until-covered
  std::string strategy{"portfolio"};          ///< --strategy
  std::uint64_t seed{1};                      ///< --seed
};

[[nodiscard]] ExitCode explore_command(ExploreOptions const& options);

}  // namespace properties::cli
