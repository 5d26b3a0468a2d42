#pragma once

#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "checker/history.hpp"
#include "model/step.hpp"
#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::props::evidence {

/// The model as a sequential specification for the checker, with this scenario's accounts.
class RelationSpec {
 public:
  using State = model::State;
  using Operation = model::Operation;
  using Outcome = model::Outcome;

  /// What operations may have in common: the rows of two users, or a post.
  struct Item {
    enum class Kind { users, post };
    Kind kind{};
    std::int64_t a{};
    std::int64_t b{};
    friend auto operator<=>(Item const&, Item const&) = default;
  };

  explicit RelationSpec(trace::Scenario const& scenario);

  [[nodiscard]] State initial() const { return start_; }
  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    return model::step(std::move(state), operation);
  }
  [[nodiscard]] bool keeps_state(Operation const& operation) const;
  [[nodiscard]] bool keeps_state(Operation const& operation, Outcome const& outcome) const;
  [[nodiscard]] std::vector<Item> footprint(Operation const& operation) const;

 private:
  State start_;
  std::map<model::PostId, model::UserId> authors_;  ///< Of every post that any program makes.
};

/// What the clients of a run saw of the truth, and in the end an observer of the tables.
struct RelationHistory {
  using History = checker::History<model::Operation, model::Outcome>;
  History history;
  std::vector<trace::ActionRecord const*> records;  ///< Same index; null for a final look.
};

/// Every write that may have happened, every answered read in truth mode, and, after all, a look
/// at each pair that was named or has a row. Consumers' actions and reads in other modes are not
/// in it: they promise less.
[[nodiscard]] RelationHistory relation_history(trace::Run const& run);

}  // namespace properties::props::evidence
