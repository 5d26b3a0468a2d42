#pragma once

#include <compare>
#include <map>
#include <set>
#include <utility>

#include "model/operation.hpp"
#include "model/outcome.hpp"

namespace model {

struct PostFacts {
  UserId author;
  Visibility visibility{Visibility::followers};
  friend auto operator<=>(PostFacts const&, PostFacts const&) = default;
};

/// The whole truth. Ordered containers: iteration order is part of the contract.
struct State {
  std::map<UserId, bool> accounts;             ///< Value: is it private?
  std::map<Pair, PairRow> pairs;               ///< Absent = the placeholder.
  std::set<std::pair<UserId, UserId>> blocks;  ///< (blocker, blocked)
  std::map<PostId, PostFacts> posts;
  friend auto operator<=>(State const&, State const&) = default;
};

/// The row of a pair: the placeholder where there is none.
inline PairRow row_of(State const& state, Pair pair) {
  auto const found = state.pairs.find(pair);
  return found == state.pairs.end() ? PairRow{} : found->second;
}

}  // namespace model
