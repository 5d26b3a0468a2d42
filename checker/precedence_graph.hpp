#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checker/history.hpp"

namespace checker {

/// Why one operation comes before another: evidence first, words later.
/// Each alternative holds the two observations that order them, earlier one first.

/// The first had returned before the second was called.
struct RealTime {
  Tick returned{};
  Tick called{};
  friend bool operator==(RealTime const&, RealTime const&) = default;
};

/// Both saw or made a version of one object, and the first's is smaller.
struct VersionOrder {
  std::string object;
  std::int64_t before{};
  std::int64_t after{};
  friend bool operator==(VersionOrder const&, VersionOrder const&) = default;
};

/// Both were given a sequence number, and the first's is smaller.
struct SeqOrder {
  std::int64_t before{};
  std::int64_t after{};
  friend bool operator==(SeqOrder const&, SeqOrder const&) = default;
};

/// The second read what the first wrote.
struct ReadsFrom {
  std::string value;
  friend bool operator==(ReadsFrom const&, ReadsFrom const&) = default;
};

/// The step log has the commit of the first before the commit of the second.
struct CommitOrder {
  std::int64_t before{};  ///< Step of the log at which the first committed.
  std::int64_t after{};
  friend bool operator==(CommitOrder const&, CommitOrder const&) = default;
};

using Reason = std::variant<RealTime, VersionOrder, SeqOrder, ReadsFrom, CommitOrder>;

struct Precedence {
  OperationId before{};
  OperationId after{};
  Reason reason;
  friend bool operator==(Precedence const&, Precedence const&) = default;
};

/// When an operation was called and when it returned; nothing if it never did.
struct Lifetime {
  Tick called{};
  std::optional<Tick> returned;
};

/// Precedences that follow each other round in a circle: each `after` is the next `before`, and the
/// last `after` is the first `before`. If a step of the clock is among them, it is the last.
using Cycle = std::vector<Precedence>;

/// What the lifetimes of a graph are read from.
enum class Clock {
  real_time,  ///< Calls and returns: the reason is RealTime.
  commits,    ///< The step of the commit, as both ends of a lifetime: the reason is CommitOrder.
};

/// What must come before what. A history keeps an ordering claim exactly if this has no cycle.
///
/// The order of the lifetimes is never stored as edges. A shortest cycle needs it at most once:
/// of two such steps a→b and c→d, either a→d or c→b also holds, and either closes a shorter
/// cycle. So a cycle is one of the added edges alone, or a path of them that leads to an operation
/// which had returned before the path's first was called.
///
/// A total order is better given as lifetimes than as a chain of edges: evidence between distant
/// operations is then one step, not many.
class PrecedenceGraph {
 public:
  /// Operations 0 … lifetimes.size()-1, ordered where one's end is before another's begin.
  explicit PrecedenceGraph(std::vector<Lifetime> lifetimes, Clock clock = Clock::real_time);

  /// Operations 0 … count-1, with no order of their own.
  explicit PrecedenceGraph(std::size_t count);

  /// Both ends must exist. An operation that must precede itself is a cycle of one.
  void add(Precedence precedence);

  /// A cycle with the fewest precedences, or nothing. Deterministic.
  /// Without a cycle: linear in operations and edges. With one over the clock: that times its
  /// length. With one of added edges alone: in the worst case that times the operations on such.
  [[nodiscard]] std::optional<Cycle> find_shortest_cycle() const;

 private:
  [[nodiscard]] Precedence by_clock(OperationId before, OperationId after) const;

  std::vector<Lifetime> lifetimes_;
  std::vector<Precedence> precedences_;
  Clock clock_ = Clock::real_time;
};

/// The lifetimes of a history. An indeterminate operation never returns.
template <class Operation, class Outcome>
[[nodiscard]] std::vector<Lifetime> lifetimes(History<Operation, Outcome> const& history) {
  std::vector<Lifetime> result;
  result.reserve(history.size());
  for (auto const& invocation : history) {
    result.push_back({invocation.invoked_at, invocation.responded_at});
  }
  return result;
}

/// Names an operation for a reader, such as "follow(1, 2) by client 3".
using Describe = std::function<std::string(OperationId)>;

/// A cycle in words: the operations, one sentence for each precedence, the last of which
/// contradicts the first. Lines end in '\n'.
[[nodiscard]] std::string explain_cycle(Cycle const& cycle, Describe const& describe);

}  // namespace checker
