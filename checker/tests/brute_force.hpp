#pragma once

#include <algorithm>
#include <variant>
#include <vector>

#include "checker/history.hpp"
#include "checker/spec.hpp"

namespace checker::tests {

/// The definition of linearizability, word for word: tries every order. For a dozen operations.
template <SequentialSpec Spec>
class BruteForce {
 public:
  using Operations = History<typename Spec::Operation, typename Spec::Outcome>;

  BruteForce(Spec const& spec, Operations const& history)
      : spec_{spec}, history_{history}, placed_(history.size(), false) {}

  [[nodiscard]] bool legal() { return completes(spec_.initial()); }

 private:
  [[nodiscard]] static bool never_happened(typename Operations::value_type const& invocation) {
    return std::holds_alternative<NeverHappened>(invocation.completion);
  }

  [[nodiscard]] bool must_wait(typename Operations::value_type const& invocation) const {
    for (OperationId other = 0; other < history_.size(); ++other) {
      auto const& earlier = history_[other];
      if (placed_[other] || never_happened(earlier) || !earlier.responded_at) continue;
      if (*earlier.responded_at < invocation.invoked_at) return true;
    }
    return false;
  }

  [[nodiscard]] bool completes(typename Spec::State const& state) {
    bool all_placed = true;
    for (OperationId id = 0; id < history_.size(); ++id) {
      auto const& invocation = history_[id];
      if (placed_[id] || never_happened(invocation)) continue;
      auto const* returned = std::get_if<Returned<typename Spec::Outcome>>(&invocation.completion);
      if (returned != nullptr) all_placed = false;
      if (must_wait(invocation)) continue;
      auto const [after, outcome] = spec_.step(state, invocation.operation);
      if (returned != nullptr && outcome != returned->outcome) continue;
      placed_[id] = true;
      bool const completed = completes(after);
      placed_[id] = false;
      if (completed) return true;
    }
    return all_placed;
  }

  Spec const& spec_;
  Operations const& history_;
  std::vector<bool> placed_;
};

/// Whether a witness is one: every order and every answer in it is as it must be.
template <SequentialSpec Spec>
[[nodiscard]] bool explains(
    std::vector<OperationId> const& witness, Spec const& spec,
    History<typename Spec::Operation, typename Spec::Outcome> const& history) {
  auto state = spec.initial();
  std::vector<bool> placed(history.size(), false);
  Tick latest_call = std::numeric_limits<Tick>::min();
  for (auto const id : witness) {
    auto const& invocation = history[id];
    if (placed[id]) return false;
    placed[id] = true;
    latest_call = std::max(latest_call, invocation.invoked_at);
    if (invocation.responded_at && *invocation.responded_at < latest_call) return false;
    auto [after, outcome] = spec.step(std::move(state), invocation.operation);
    state = std::move(after);
    auto const* returned = std::get_if<Returned<typename Spec::Outcome>>(&invocation.completion);
    if (returned != nullptr && outcome != returned->outcome) return false;
  }
  for (OperationId id = 0; id < history.size(); ++id) {
    using Answer = Returned<typename Spec::Outcome>;
    if (std::holds_alternative<Answer>(history[id].completion) && !placed[id]) return false;
  }
  return true;
}

}  // namespace checker::tests
