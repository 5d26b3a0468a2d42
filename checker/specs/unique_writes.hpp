#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "checker/specs/decision.hpp"
#include "checker/timeline.hpp"

namespace checker::specs {

/// An operation on a register: a value, by number, that was written or read.
struct RegisterAccess {
  bool writes{};
  std::size_t value{};
};

/// Decides a register of which every value was written at most once, in O(n log n).
///
/// Gibbons and Korach, Testing shared memories (SIAM J. Comput. 26, 1997), the case of a known read
/// mapping: a write and the reads of its value form a cluster, which must not be interrupted. A
/// cluster comes before another if one of its operations returned before one of the other's was
/// called, and the register is legal exactly if no two clusters must come before each other, no
/// read returned before its write was called, and no value was read that nobody wrote.
///
/// `values` is how many numbers there are; `initial` is the number of what the register starts
/// with, which must not be written. Nothing if some value was written twice.
[[nodiscard]] std::optional<Decision> decide_unique_writes(
    std::vector<OpenSpan> const& spans, std::vector<RegisterAccess> const& accesses,
    std::size_t values, std::size_t initial);

}  // namespace checker::specs
