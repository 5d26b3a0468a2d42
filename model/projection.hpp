#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "model/outcome.hpp"

namespace model {

/// One state change of one pair, as the log keeps it and a consumer receives it.
struct RelationEvent {
  Seq seq;
  Pair pair;
  PairRow row;
  friend auto operator<=>(RelationEvent const&, RelationEvent const&) = default;
};

/// What a consumer does with one delivery (P2).
enum class Application { applied, stale, dup };

/// The view that consumers fold deliveries into. The default is the cleared one: what a rebuild
/// starts from, and the state before the first delivery.
struct Projection {
  std::map<Pair, PairRow> rows;  ///< The last accepted version; absent = the placeholder.
  std::map<UserId, std::int64_t> followers;  ///< By followee; absent = 0.
  std::set<Seq> seen;
  Seq watermark;  ///< 1 … watermark have all been seen (P3).
  friend auto operator<=>(Projection const&, Projection const&) = default;
};

/// One delivery, taken alone. Total; any order, any number of times (P2–P5).
[[nodiscard]] std::pair<Projection, Application> apply(Projection view, RelationEvent const& event);

}  // namespace model
