#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "checker/linearizability.hpp"

namespace checker::finding {

/// The history in which only the answers of `kept` are known, of the operations of a part: others
/// become indeterminate, and those that cannot change anything are gone.
template <class Spec>
[[nodiscard]] History<typename Spec::Operation, typename Spec::Outcome> forget_answers(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::vector<OperationId> const& part, std::vector<OperationId> const& kept,
    std::vector<OperationId>& ids) {
  History<typename Spec::Operation, typename Spec::Outcome> reduced;
  ids.clear();
  for (auto const id : part) {
    auto invocation = history[id];
    if (std::holds_alternative<NeverHappened>(invocation.completion)) continue;
    if (!std::binary_search(kept.begin(), kept.end(), id)) {
      if constexpr (TellsReads<Spec>) {
        if (spec.keeps_state(invocation.operation)) continue;
      }
      invocation.completion = Indeterminate{};
      invocation.responded_at.reset();
    }
    reduced.push_back(std::move(invocation));
    ids.push_back(id);
  }
  return reduced;
}

/// The fewest answers found that still contradict each other: none of them can be forgotten.
/// `part` is known to be illegal. Deterministic; the budget is for each try, and a try that
/// spends it counts as failed.
template <class Spec>
[[nodiscard]] std::vector<OperationId> smallest_evidence(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::vector<OperationId> const& part, Budget const& budget) {
  std::vector<OperationId> kept;
  for (auto const id : part) {
    if (history[id].responded_at &&
        !std::holds_alternative<NeverHappened>(history[id].completion)) {
      kept.push_back(id);
    }
  }
  std::vector<OperationId> ids;
  for (auto chunk = std::max<std::size_t>(kept.size() / 2, 1); chunk > 0; chunk /= 2) {
    bool removed = true;
    while (removed) {  // At single answers until none can go.
      removed = false;
      for (std::size_t from = 0; from < kept.size();) {
        auto fewer = kept;
        auto const begin = fewer.begin() + static_cast<std::ptrdiff_t>(from);
        fewer.erase(begin,
                    begin + static_cast<std::ptrdiff_t>(std::min(chunk, kept.size() - from)));
        auto const reduced = forget_answers(spec, history, part, fewer, ids);
        bool const illegal =
            std::holds_alternative<NotLinearizable>(check_linearizable(spec, reduced, budget));
        if (illegal) kept = std::move(fewer);
        if (!illegal) from += chunk;
        removed = removed || (illegal && chunk == 1);
      }
    }
  }
  return kept;
}

}  // namespace checker::finding
