#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/protocol/machine.hpp"

namespace properties::protocol {

/// One action of a counterexample.
struct Move {
  model::protocol::Action action;
  model::protocol::Step step;  ///< What the session does; of a skip or mishap, its next step.
  bool calls{false};           ///< It is the first of a task.
  bool waits{false};           ///< The step was taken, and the session waits for a lock.
  unsigned blocked_by{0};      ///< By these sessions, a bit each; in a queue, by those ahead.
  unsigned waits_for{0};       ///< The same, and the holder.
  unsigned enabled{0};         ///< The sessions that could have gone instead, itself among them.
  std::uint32_t reached{0};    ///< Bits of Goal: at a task's end they tell its answer.
  /// The session's next step in the same task; none if it waits, or the task is done.
  std::optional<model::protocol::Step> then{};
};

/// Takes the actions, from the start, and tells each.
[[nodiscard]] std::vector<Move> moves_of(model::protocol::Machine const& machine,
                                         std::vector<model::protocol::Action> const& actions);

/// "lock_pair … waits for c2"
[[nodiscard]] std::string show(Move const& move);
/// A line for each move: "c1 lock_pair … waits for c2".
[[nodiscard]] std::string show(std::vector<Move> const& moves);

}  // namespace properties::protocol
