#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck cases
struct CasesOptions {
  Setting setting;
  std::vector<std::string> names;  ///< Letters; all cases when empty.
  std::filesystem::path junit;
};

/// Runs the named cases and shows what each observed. A check that fails ends in kViolation.
[[nodiscard]] ExitCode cases_command(CasesOptions const& options);

}  // namespace properties::cli
