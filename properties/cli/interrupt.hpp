#pragma once

namespace properties::cli {

/// From now on SIGINT, SIGTERM and SIGHUP ask for an orderly end instead of killing; a second
/// SIGINT kills.
void catch_interrupts();
[[nodiscard]] bool interrupted();

}  // namespace properties::cli
