#pragma once

#include <map>
#include <set>
#include <vector>

#include "properties/explore/follower.hpp"

namespace properties::explore {

/// The tree of moves as far as it has to be known: the path of the last run, and at each of its
/// places what has been tried there and what has still to be.
class Tree {
 public:
  /// The path to run next, and who sleeps before its last move.
  struct Next {
    std::vector<Move> path;
    Sleep sleep;
  };
  /// Takes in a run along the path of next(), and finds where others must get on.
  void grow(Follower const& run);
  /// Nothing when all has been explored.
  [[nodiscard]] std::optional<Next> next();

 private:
  struct Place {
    Sleep sleep;  ///< At first; those tried sleep too.
    std::map<Move, schedule::Footprint> tried;
    std::set<Move> wanted;
    Move chosen;
  };
  void extend(Follower const& run);
  void want(std::vector<Happening> const& happenings, std::size_t from, std::size_t end);
  void want_other_victims(Happening const& happening, Place& place);
  [[nodiscard]] static std::optional<Move> untried(Place const& place);

  std::vector<Place> places_;
};

}  // namespace properties::explore
