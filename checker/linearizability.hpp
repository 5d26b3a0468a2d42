#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "checker/budget.hpp"
#include "checker/combine.hpp"
#include "checker/component.hpp"
#include "checker/history.hpp"
#include "checker/partition.hpp"
#include "checker/spec.hpp"
#include "checker/verdict.hpp"

namespace checker {

/// Whether the operations `ids` of a history are linearizable: whether some order of them explains
/// all their responses (see check_component). If the specification tells footprints, they are
/// searched one connected component at a time, each with the whole budget.
template <SequentialSpec Spec>
[[nodiscard]] Verdict check_linearizable(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::vector<OperationId> const& ids, Budget const& budget) {
  if constexpr (TellsFootprint<Spec>) {
    auto const footprint = [&](auto const& operation) { return spec.footprint(operation); };
    std::vector<Verdict> verdicts;
    for (auto const& part : partition(history, ids, footprint)) {
      verdicts.push_back(check_component(spec, history, part, budget));
      if (std::holds_alternative<NotLinearizable>(verdicts.back())) return verdicts.back();
    }
    return combine(history, verdicts);
  } else {
    return check_component(spec, history, ids, budget);
  }
}

/// The same for a whole history.
template <SequentialSpec Spec>
[[nodiscard]] Verdict check_linearizable(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    Budget const& budget = {}) {
  std::vector<OperationId> ids(history.size());
  std::iota(ids.begin(), ids.end(), OperationId{0});
  return check_linearizable(spec, history, ids, budget);
}

}  // namespace checker
