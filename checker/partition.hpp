#pragma once

#include <cstddef>
#include <map>
#include <numeric>
#include <ranges>
#include <variant>
#include <vector>

#include "checker/history.hpp"

namespace checker {

/// Sets that only grow together. The root of a set is its smallest member.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  [[nodiscard]] std::size_t root(std::size_t member) {
    while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
    return member;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// The connected components of the operations `ids` of a history: operations that share an item of
/// their footprints, directly or through others. `footprint(operation)` is a range of items
/// (totally ordered), and two operations with disjoint footprints must neither see nor change
/// anything of each other.
///
/// Ordered by first member; within a part, as in `ids`. An operation that never happened, or whose
/// footprint is empty, is a part alone.
template <class Operation, class Outcome, class Footprint>
[[nodiscard]] std::vector<std::vector<OperationId>> partition(
    History<Operation, Outcome> const& history, std::vector<OperationId> const& ids,
    Footprint footprint) {
  using Items = decltype(footprint(history.front().operation));
  std::map<std::ranges::range_value_t<Items>, std::size_t> first_user;
  UnionFind sets{ids.size()};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    auto const& invocation = history[ids[i]];
    if (std::holds_alternative<NeverHappened>(invocation.completion)) continue;
    for (auto const& item : footprint(invocation.operation)) {
      sets.join(first_user.try_emplace(item, i).first->second, i);
    }
  }
  std::vector<std::vector<OperationId>> parts;
  std::vector<std::size_t> part_of(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    auto const root = sets.root(i);
    if (root == i) {
      part_of[i] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[root]].push_back(ids[i]);
  }
  return parts;
}

/// The connected components of a whole history.
template <class Operation, class Outcome, class Footprint>
[[nodiscard]] std::vector<std::vector<OperationId>> partition(
    History<Operation, Outcome> const& history, Footprint footprint) {
  std::vector<OperationId> ids(history.size());
  std::iota(ids.begin(), ids.end(), OperationId{0});
  return partition(history, ids, footprint);
}

}  // namespace checker
