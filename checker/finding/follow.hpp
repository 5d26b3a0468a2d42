#pragma once

#include <atomic>
#include <cstdio>
#include <optional>
#include <string>

#include "checker/budget.hpp"
#include "checker/check_command.hpp"
#include "checker/finding/finding.hpp"

namespace checker::finding {

struct FollowOptions {
  std::string file;  ///< "-" is standard input.
  std::string spec;  ///< If empty, what the file's first line names.
  Budget budget;     ///< Its `stop` gives up waiting, too.
  bool json = false;
  bool picture = false;  ///< Keep the last lines, to draw the end if the history is illegal.
};

/// What following came to, besides what was printed.
struct FollowEnd {
  CheckExit exit = CheckExit::pass;
  std::string explanation;         ///< If illegal: as it was printed.
  std::optional<Finding> finding;  ///< If illegal, and a picture was asked for.
};

/// Checks a history in JSON Lines while it is being written: until an event makes it illegal, its
/// pipe is closed, or `stop` becomes true. Then prints what came of it. Memory goes with what is
/// open or lost, and with what states and keys there may be.
[[nodiscard]] FollowEnd follow(FollowOptions const& options, std::FILE* out,
                               std::atomic<bool> const* stop);

}  // namespace checker::finding
