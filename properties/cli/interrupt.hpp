#pragma once

#include <atomic>

namespace properties::cli {

/// From now on SIGINT, SIGTERM and SIGHUP ask for an orderly end instead of killing; a second
/// SIGINT kills.
void catch_interrupts();
[[nodiscard]] bool interrupted();
/// The same, for those who watch a flag.
[[nodiscard]] std::atomic<bool> const& interrupt_flag();

}  // namespace properties::cli
