#pragma once

#include <atomic>
#include <cstdio>
#include <string>

#include "checker/check_command.hpp"

namespace checker::finding {

/// Checks a history in JSON Lines, of a store that tells versions, while it is being written: until
/// an event makes it illegal, or `stop` becomes true. Memory goes with the keys, the processes and
/// the operations that are open.
[[nodiscard]] CheckExit follow(std::string const& file, std::string const& spec, std::FILE* out,
                               std::atomic<bool> const* stop);

}  // namespace checker::finding
