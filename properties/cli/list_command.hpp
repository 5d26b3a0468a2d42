#pragma once

#include <string>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck list properties | invariants | mutants | operations | outcomes | strategies | steps
struct ListOptions {
  Setting setting;
  std::string what{"properties"};
};

/// Needs no server.
[[nodiscard]] ExitCode list_command(ListOptions const& options);

}  // namespace properties::cli
