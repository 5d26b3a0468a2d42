#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/specs/decision.hpp"
#include "checker/timeline.hpp"

namespace checker::specs {

/// An operation on a counter that starts at zero.
struct CounterAccess {
  std::int64_t amount{};              ///< Zero if it only reads.
  std::optional<std::int64_t> total;  ///< If it told what the counter held after it.
};

/// Decides a counter in O(n log n) where answers tell how many additions came before: all amounts
/// are equal, or all are positive and every answered addition tells its total.
///
/// Then the additions take the slots 1, 2, … in the order of their effect. A total tells its slot,
/// and a read tells after which slot it comes. That fixes the order of all that tell something (the
/// case of a known order of writes in Gibbons and Korach, Testing shared memories, SIAM J. Comput.
/// 26, 1997), and what is left is to fill the slots that nobody tells, up to the last one seen,
/// with additions that tell nothing. One fits slot v if it was called before all that comes after v
/// had returned (D_v, the earliest of those returns) and returned after all that comes before v was
/// called (R_v, the latest of those calls). If answered and not used it comes after all slots, and
/// must not have returned before R of the slot after the last.
///
/// Both bounds grow with v, so an addition fits a run of slots, and one that returns earlier must
/// take its slot no later: it is enough to go through the slots and take, of those that are called
/// by D_v and not used, the one that returns first (Glover, Maximum matching in a convex bipartite
/// graph, 1967). That fills as many slots as can be filled, and since those that must be used have
/// the earliest returns of all, it uses them all if that is possible. It keeps real time, too:
/// if y returned before x was called, y fits the slot of x if x came first, and would have been
/// taken.
///
/// Nothing if amounts are mixed otherwise: then it takes a search.
[[nodiscard]] std::optional<Decision> decide_counter(std::vector<OpenSpan> const& spans,
                                                     std::vector<CounterAccess> const& accesses);

}  // namespace checker::specs
