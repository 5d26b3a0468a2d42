#pragma once

#include <mutex>

#include "properties/campaign/boil_down.hpp"
#include "properties/cli/console.hpp"

namespace properties::cli {

/// Tells the console what workers come across.
[[nodiscard]] campaign::Listener listener_of(Console& console);

/// The same, so that its calls and a watch that holds `turn` take turns at the console.
[[nodiscard]] campaign::Listener taking_turns(campaign::Listener listener, std::mutex& turn);

}  // namespace properties::cli
