#pragma once

#include <map>
#include <utility>
#include <vector>

#include "checker/formats/recorded.hpp"
#include "checker/partition.hpp"
#include "checker/spec.hpp"

namespace checker::finding {

/// The independent parts of a recorded history: by object, and within an object as the
/// specification's footprints say. Ordered by first operation.
template <class Spec>
[[nodiscard]] std::vector<std::vector<OperationId>> parts_of(
    formats::Recorded<Spec> const& recorded) {
  auto const object = [&](OperationId id) {
    return recorded.objects.empty() ? 0U : recorded.objects[id];
  };
  UnionFind sets{recorded.history.size()};
  if constexpr (TellsFootprint<Spec>) {
    using Items = decltype(recorded.spec.footprint(recorded.history.front().operation));
    std::map<std::pair<std::uint32_t, std::ranges::range_value_t<Items>>, OperationId> first_user;
    for (OperationId id = 0; id < recorded.history.size(); ++id) {
      for (auto const& item : recorded.spec.footprint(recorded.history[id].operation)) {
        sets.join(first_user.try_emplace({object(id), item}, id).first->second, id);
      }
    }
  } else {
    std::map<std::uint32_t, OperationId> first_user;
    for (OperationId id = 0; id < recorded.history.size(); ++id) {
      sets.join(first_user.try_emplace(object(id), id).first->second, id);
    }
  }
  std::vector<std::vector<OperationId>> parts;
  std::vector<std::size_t> part_of(recorded.history.size());
  for (OperationId id = 0; id < recorded.history.size(); ++id) {
    auto const root = sets.root(id);
    if (root == id) {
      part_of[id] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[root]].push_back(id);
  }
  return parts;
}

}  // namespace checker::finding
