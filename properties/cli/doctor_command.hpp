#pragma once

#include <cstdint>

#include "properties/cli/setting.hpp"

namespace properties::cli {

/// relcheck doctor
struct DoctorOptions {
  Setting setting;
  std::int64_t determinism{200};  ///< --determinism: scenarios that are run twice each.
  std::uint64_t seed{1};
  int jobs{0};
};

/// Whether relcheck can be trusted here: the server starts, a reset leaves nothing, workers do not
/// see each other, the canary is caught, and every scenario run twice takes the same steps.
[[nodiscard]] ExitCode doctor_command(DoctorOptions const& options);

}  // namespace properties::cli
