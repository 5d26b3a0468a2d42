#pragma once

#include <algorithm>
#include <iterator>
#include <ranges>
#include <vector>

#include "checker/spec.hpp"
#include "checker/specs/relation_graph.hpp"

namespace checker::streaming {

/// What an operation touches: it has to do with every operation that changes an item it touches, or
/// touches one that it changes.
template <class Item>
struct Touched {
  std::vector<Item> changes;
  std::vector<Item> sees;
};

/// The whole state is one item.
struct Everything {
  friend auto operator<=>(Everything const&, Everything const&) = default;
};

template <class Spec>
[[nodiscard]] Touched<Everything> touched(Spec const&, typename Spec::Operation const&) {
  return {{Everything{}}, {}};
}

template <TellsFootprint Spec>
[[nodiscard]] auto touched(Spec const& spec, typename Spec::Operation const& operation) {
  auto const items = spec.footprint(operation);
  using Item = std::ranges::range_value_t<decltype(items)>;
  return Touched<Item>{{items.begin(), items.end()}, {}};
}

/// Nobody knows yet whose privacy will change, so that every pair sees that of both its users.
[[nodiscard]] inline Touched<specs::RelationGraph::Pair> touched(
    specs::RelationGraph const& spec, specs::RelationGraph::Operation const& operation) {
  auto const pair = spec.footprint(operation).front();
  if (pair.first == pair.second) return {{pair}, {}};
  return {{pair}, {{pair.first, pair.first}, {pair.second, pair.second}}};
}

/// The state of two components that have been independent so far: that one of them which knows
/// more than the beginning. Only specifications of which operations touch several items need it.
template <class Spec>
[[nodiscard]] typename Spec::State joined(Spec const&, typename Spec::State const& state,
                                          typename Spec::State const&) {
  return state;
}

/// Each has its own pairs and blocks; whoever is private only in one of them, and was so at the
/// beginning, has changed there.
[[nodiscard]] inline specs::RelationGraph::State joined(specs::RelationGraph const& spec,
                                                        specs::RelationGraph::State state,
                                                        specs::RelationGraph::State const& other) {
  state.relations.insert(other.relations.begin(), other.relations.end());
  state.blocks.insert(other.blocks.begin(), other.blocks.end());
  auto const differ = [](auto const& a, auto const& b) {
    std::set<specs::RelationGraph::User> users;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                  std::inserter(users, users.end()));
    return users;
  };
  state.private_users =
      differ(differ(state.private_users, other.private_users), spec.initial().private_users);
  return state;
}

}  // namespace checker::streaming
