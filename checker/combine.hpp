#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "checker/history.hpp"
#include "checker/verdict.hpp"

namespace checker {

/// One witness for the whole from those of its parts: each operation is put at the earliest tick
/// its own part allows.
template <class Operation, class Outcome>
[[nodiscard]] std::vector<OperationId> merge_witnesses(
    History<Operation, Outcome> const& history,
    std::vector<std::vector<OperationId>> const& witnesses) {
  std::vector<std::pair<Tick, OperationId>> placed;
  for (auto const& witness : witnesses) {
    auto earliest = std::numeric_limits<Tick>::min();
    for (auto const id : witness) {
      earliest = std::max(earliest, history[id].invoked_at);
      placed.emplace_back(earliest, id);
    }
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<OperationId> merged;
  for (auto const& [tick, id] : placed) merged.push_back(id);
  return merged;
}

/// The verdict on the whole: that of the first illegal part, else of the first undecided one, else
/// Linearizable with a witness for all.
template <class Operation, class Outcome>
[[nodiscard]] Verdict combine(History<Operation, Outcome> const& history,
                              std::vector<Verdict> const& verdicts) {
  for (auto const& verdict : verdicts) {
    if (std::holds_alternative<NotLinearizable>(verdict)) return verdict;
  }
  std::vector<std::vector<OperationId>> witnesses;
  for (auto const& verdict : verdicts) {
    if (std::holds_alternative<Undecided>(verdict)) return verdict;
    witnesses.push_back(std::get<Linearizable>(verdict).witness);
  }
  return Linearizable{merge_witnesses(history, witnesses)};
}

}  // namespace checker
