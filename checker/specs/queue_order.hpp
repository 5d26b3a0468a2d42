#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "checker/specs/decision.hpp"
#include "checker/timeline.hpp"

namespace checker::specs {

/// An operation on a queue. A dequeue whose answer is unknown has no value, and no return either.
struct QueueAccess {
  enum class Kind { enqueue, dequeue, find_empty };
  Kind kind{};
  std::optional<std::size_t> value;  ///< By number.
};

/// Decides a queue into which every value was put at most once, in O(n log n).
///
/// Henzinger, Sezgin and Vafeiadis, Aspect-oriented linearizability proofs (CONCUR 2013): a history
/// is illegal exactly if a value is taken twice, or that nobody put in, or before it was put in; if
/// values come out in another order than they must have gone in; or if a dequeue found nothing
/// although the queue was never empty. Here the witness is built with it:
///
/// - Values pass through the queue in one order. b must come after a if b was put in only after a
///   had been, or taken only after a had been (one never taken is taken after all). Both are
///   interval orders, and any order that keeps both gives a witness: let each operation take effect
///   as early as it may, but after its like on all values before. One is built by taking the values
///   that may come next; the history is illegal if none may.
/// - A value is surely inside from the return of its enqueue to the call of its dequeue. A dequeue
///   that found nothing is given the first moment at which none is, and the values before it take
///   no part in what follows.
/// - An enqueue without an answer happened exactly if its value was taken. A dequeue without an
///   answer takes a value that nobody took but that went in before one that was taken, and is to be
///   called before that one's dequeue returns. Deadlines grow with the order of going in, so that
///   the earliest call for the earliest deadline serves all of them if anything does.
///
/// `values` is how many numbers there are. Nothing if some value was put in twice, or if only an
/// unanswered dequeue might explain why another found nothing: then it takes a search.
[[nodiscard]] std::optional<Decision> decide_queue(std::vector<OpenSpan> const& spans,
                                                   std::vector<QueueAccess> const& accesses,
                                                   std::size_t values);

}  // namespace checker::specs
