#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "properties/campaign/plan.hpp"
#include "properties/cli/setting.hpp"

namespace properties::cli {

/// What every command that looks for violations takes.
struct HuntOptions {
  Setting setting;
  std::optional<double> seconds;  ///< --for
  int jobs{0};                    ///< --jobs; 0: one per core.
  bool keep_going{false};
  bool no_shrink{false};
  double shrink_seconds{60};
  std::filesystem::path out{"out"};
  std::string mutant;
};

/// A plan that says as much.
[[nodiscard]] std::variant<campaign::Plan, Refusal> plan_of(HuntOptions const& options);

}  // namespace properties::cli
