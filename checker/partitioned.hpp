#pragma once

#include <vector>

#include "checker/combine.hpp"
#include "checker/linearizability.hpp"
#include "checker/parallel.hpp"
#include "checker/partition.hpp"

namespace checker {

/// A part of a history: the operations in it, in the order of the history.
using Part = std::vector<OperationId>;

/// One verdict for each part, checked on up to `jobs` threads. The budget is for each part, so the
/// verdicts do not depend on `jobs`. Linearizability is local (Herlihy and Wing 1990): the history
/// is legal exactly if each part is, provided that the parts are independent.
template <SequentialSpec Spec>
[[nodiscard]] std::vector<Verdict> check_parts(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::vector<Part> const& parts, Budget const& budget = {}, unsigned jobs = 1) {
  std::vector<Verdict> verdicts(parts.size());
  for_each_index(parts.size(), jobs, [&](std::size_t part) {
    verdicts[part] = check_linearizable(spec, history, parts[part], budget);
  });
  return verdicts;
}

/// Checks a history part by part, by footprints given from outside (`footprint(operation)`, see
/// partition).
template <SequentialSpec Spec, class Footprint>
[[nodiscard]] Verdict check_partitioned_by(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    Footprint footprint, Budget const& budget = {}, unsigned jobs = 1) {
  auto const parts = partition(history, footprint);
  return combine(history, check_parts(spec, history, parts, budget, jobs));
}

/// The same, the parts being found from the specification's own footprints.
template <SequentialSpec Spec>
requires TellsFootprint<Spec>
[[nodiscard]] Verdict check_partitioned(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    Budget const& budget = {}, unsigned jobs = 1) {
  auto const footprint = [&](auto const& operation) { return spec.footprint(operation); };
  return check_partitioned_by(spec, history, footprint, budget, jobs);
}

}  // namespace checker
