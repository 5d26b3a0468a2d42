#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "checker/assert.hpp"
#include "checker/budget.hpp"
#include "checker/history.hpp"
#include "checker/spec.hpp"
#include "checker/spec_machine.hpp"
#include "checker/verdict.hpp"

namespace checker {

/// Whether some order of the operations `ids` of a history explains all their responses: an order
/// that keeps a before b when a responded before b was invoked, and in which every operation
/// answers as `spec` says.
///
/// Operations that never happened are ignored. Indeterminate ones are placed anywhere after their
/// invocation, or left out. Equal ticks are concurrent. A history that was cut off is one whose
/// open operations are indeterminate.
///
/// Here the operations are searched as one: they should be one connected component if the
/// specification tells footprints (partitioned.hpp sees to that).
///
/// Deterministic, and so is Undecided. Throws ResourcesExhausted when the machine gives out.
template <SequentialSpec Spec>
[[nodiscard]] Verdict check_component(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::span<OperationId const> ids, Budget const& budget);

namespace linearizability {

/// The operations of a history that matter, in the form the search wants.
template <class Spec>
struct Problem {
  std::vector<OpenSpan> spans;
  std::vector<SearchedOperation<typename Spec::Operation, typename Spec::Outcome>> entries;
  std::vector<OperationId> ids;
};

/// Numbers the groups of equal indeterminate operations.
template <class Operation>
class Grouping {
 public:
  [[nodiscard]] std::uint32_t group_of(Operation const& operation) {
    if constexpr (std::totally_ordered<Operation>) {
      auto& place = places_.try_emplace(&operation).first->second;
      if (place.size > 0 && place.size < kLargest) {
        ++place.size;
        return place.group;
      }
      place = {groups_, 1};
    }
    return groups_++;
  }

 private:
  /// The search counts how many of a group it used in seven bits.
  static constexpr std::uint32_t kLargest = 127;
  struct Place {
    std::uint32_t group = 0;
    std::uint32_t size = 0;
  };
  struct Less {
    bool operator()(Operation const* a, Operation const* b) const { return *a < *b; }
  };
  std::map<Operation const*, Place, Less> places_;
  std::uint32_t groups_ = 0;
};

/// The problem that is left when only the answers of operations with `is_known(id)` are known: the
/// others are indeterminate, and so may be missing.
template <class Spec, class IsKnown>
[[nodiscard]] Problem<Spec> pose(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::span<OperationId const> ids, IsKnown is_known) {
  Problem<Spec> problem;
  problem.spans.reserve(ids.size());
  problem.entries.reserve(ids.size());
  problem.ids.reserve(ids.size());
  Grouping<typename Spec::Operation> grouping;
  for (auto const id : ids) {
    auto const& invocation = history[id];
    if (std::holds_alternative<NeverHappened>(invocation.completion)) continue;
    auto const* returned = std::get_if<Returned<typename Spec::Outcome>>(&invocation.completion);
    if (!is_known(id)) returned = nullptr;
    OpenSpan span{.call = invocation.invoked_at};
    if (returned != nullptr) {
      RELCHECK_ASSERT(invocation.responded_at.has_value());
      RELCHECK_ASSERT(*invocation.responded_at >= invocation.invoked_at);
      span.ret = *invocation.responded_at;
    } else {
      if constexpr (TellsReads<Spec>) {
        if (spec.keeps_state(invocation.operation)) continue;
      }
      span.group = grouping.group_of(invocation.operation);
    }
    problem.spans.push_back(span);
    problem.entries.push_back(
        {&invocation.operation, returned != nullptr ? &returned->outcome : nullptr});
    problem.ids.push_back(id);
  }
  return problem;
}

[[nodiscard]] inline std::vector<OperationId> named(std::vector<OpIndex> const& ops,
                                                    std::vector<OperationId> const& ids) {
  std::vector<OperationId> names(ops.size());
  std::transform(ops.begin(), ops.end(), names.begin(), [&](OpIndex op) { return ids[op]; });
  return names;
}

[[nodiscard]] inline Verdict verdict(SearchResult const& result,
                                     std::vector<OperationId> const& ids) {
  switch (result.kind) {
    case SearchResult::Kind::legal:
      return Linearizable{named(result.order, ids)};
    case SearchResult::Kind::illegal:
      return NotLinearizable{named(result.order, ids), named(result.stuck, ids)};
    case SearchResult::Kind::undecided:
      break;
  }
  return Undecided{result.configurations, named(result.order, ids), named(result.stuck, ids)};
}

/// `decide(spans, operations)`: an answer without a search, where the specification knows one.
template <class Spec>
concept Decides = requires(Spec const& spec, Problem<Spec> const& problem) {
  spec.decide(problem.spans, problem.entries)->legal;
};

/// Decides a problem by search, with the machine that the specification brings or one made for it.
template <class Spec>
[[nodiscard]] SearchResult search(Spec const& spec, Problem<Spec> problem, Budget const& budget) {
  Timeline const timeline{std::move(problem.spans)};
  auto const run = [&](auto machine) { return Search{timeline, machine, budget}.run(); };
  if constexpr (BringsMachine<Spec>) {
    return run(spec.machine(std::move(problem.entries)));
  } else {
    return run(SpecMachine<Spec>{spec, std::move(problem.entries)});
  }
}

/// The answer without a search, if the specification knows one. It does not tell how far an illegal
/// problem goes.
template <class Spec>
[[nodiscard]] std::optional<SearchResult> decide(Spec const& spec, Problem<Spec> const& problem) {
  if constexpr (Decides<Spec>) {
    if (auto decision = spec.decide(problem.spans, problem.entries)) {
      auto const kind = decision->legal ? SearchResult::Kind::legal : SearchResult::Kind::illegal;
      return SearchResult{kind, std::move(decision->order), {}, 0};
    }
  }
  return std::nullopt;
}

/// Decides a problem, by search only if it takes one.
template <class Spec>
[[nodiscard]] SearchResult solve(Spec const& spec, Problem<Spec> problem, Budget const& budget) {
  if (auto decided = decide(spec, problem)) return std::move(*decided);
  return search(spec, std::move(problem), budget);
}

/// How far an illegal problem goes, as far as a small search finds out.
template <class Spec>
[[nodiscard]] SearchResult how_far(Spec const& spec, Problem<Spec> problem, Budget budget) {
  constexpr std::uint64_t kMost = 10'000;
  budget.configurations = std::min(budget.configurations, kMost);
  SearchResult result;
  try {
    result = search(spec, std::move(problem), budget);
  } catch (ResourcesExhausted const&) {
    // That it is illegal is known all the same.
  }
  result.kind = SearchResult::Kind::illegal;
  return result;
}

}  // namespace linearizability

template <SequentialSpec Spec>
Verdict check_component(Spec const& spec,
                        History<typename Spec::Operation, typename Spec::Outcome> const& history,
                        std::span<OperationId const> ids, Budget const& budget) {
  using namespace linearizability;
  auto problem = pose(spec, history, ids, [](OperationId) { return true; });
  auto const names = problem.ids;
  auto decided = decide(spec, problem);
  if (!decided) return verdict(search(spec, std::move(problem), budget), names);
  if (decided->kind == SearchResult::Kind::legal) return verdict(*decided, names);
  return verdict(how_far(spec, std::move(problem), budget), names);
}

}  // namespace checker
