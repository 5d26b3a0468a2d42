#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "checker/history.hpp"

namespace checker {

/// The history is legal: `witness` is an order of its operations that explains every response.
/// Indeterminate operations that need not have happened are not in it.
struct Linearizable {
  std::vector<OperationId> witness;
};

/// No order explains the history. `longest_prefix` is the longest legal beginning found;
/// `stuck` are the operations of which none can come next. What needed no search to be decided is
/// searched a little to tell these, and may tell less than is true.
struct NotLinearizable {
  std::vector<OperationId> longest_prefix;
  std::vector<OperationId> stuck;
};

/// The budget was spent first. Never a pass. Counted in configurations: the same on every machine.
/// What was learnt: the longest legal beginning found, and what it was about to get past.
struct Undecided {
  std::uint64_t configurations{};
  std::vector<OperationId> longest_prefix;
  std::vector<OperationId> stuck;
};

using Verdict = std::variant<Linearizable, NotLinearizable, Undecided>;

}  // namespace checker
