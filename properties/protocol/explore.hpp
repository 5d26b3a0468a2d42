#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/exploration/report.hpp"
#include "model/protocol/machine.hpp"

namespace properties::protocol {

/// How a scenario is searched. Both find the same claims broken.
enum class Search {
  every_order,  ///< The counterexample is a shortest one.
  reduced,      ///< Partial-order reduction and symmetry: a shortest one of those that are left.
};

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

struct Explored {
  checker::exploration::End end{checker::exploration::End::exhausted};
  checker::exploration::Statistics statistics;
  std::uint32_t broken{0};   ///< Bits of model::protocol::Claim.
  std::uint32_t reached{0};  ///< Bits of model::protocol::Goal.
  std::uint32_t missed{0};   ///< Of those asked for.
  std::vector<Move> moves;   ///< To the broken claims.

  [[nodiscard]] bool breaks(model::protocol::Claim claim) const {
    return (broken & model::protocol::bit(claim)) != 0;
  }
  [[nodiscard]] bool reaches(model::protocol::Goal goal) const {
    return (reached & model::protocol::bit(goal)) != 0;
  }
};

/// Takes the actions, from the start, and tells each.
[[nodiscard]] std::vector<Move> moves_of(model::protocol::Machine const& machine,
                                         std::vector<model::protocol::Action> const& actions);

/// What a search is asked for.
struct Asked {
  Search search{Search::every_order};
  std::uint32_t goals{0};  ///< To be reached, or else the search fails.
  std::uint64_t states{std::uint64_t{1} << 27};
};

/// Explores a scenario, breadth first.
[[nodiscard]] Explored explore(model::protocol::Scenario const& scenario,
                               model::protocol::Variant const& variant = model::protocol::kCorrect,
                               Asked const& asked = {});

/// The names of the claims, or of the goals, in these bits.
[[nodiscard]] std::string names_of_claims(std::uint32_t broken);
[[nodiscard]] std::string names_of_goals(std::uint32_t reached);

/// A line for each move: "s1 lock_pair … waits for s2".
[[nodiscard]] std::string show(std::vector<Move> const& moves);

}  // namespace properties::protocol
