#include "properties/explore/reduced.hpp"

#include <algorithm>

#include "properties/explore/races.hpp"

namespace properties::explore {

void Tree::grow(Follower const& run) {
  auto const known = places_.size();
  extend(run);
  want(run.happenings(), known == 0 ? 0 : known - 1, places_.size());
}

/// Adds the places beyond the path, up to where the run became redundant.
void Tree::extend(Follower const& run) {
  auto const& happenings = run.happenings();
  auto const known = places_.size();
  if (known > 0) places_.back().tried[places_.back().chosen] = happenings[known - 1].at_worst;
  auto const end = std::max(known, run.redundant_from());
  for (std::size_t at = known; at < end; ++at) {
    auto const& happening = happenings[at];
    Place place{run.sleeps()[at - known], {}, {}, happening.move};
    place.tried[happening.move] = happening.at_worst;
    place.wanted.insert(happening.move);
    want_other_victims(happening, place);
    places_.push_back(std::move(place));
  }
}

void Tree::want_other_victims(Happening const& happening, Place& place) {
  for (int const victim : happening.cycle) {
    Move move{victim};
    for (int const other : happening.cycle) {
      if (other != victim) move.others_wait.push_back(other);
    }
    std::sort(move.others_wait.begin(), move.others_wait.end());
    place.wanted.insert(move);
  }
}

/// The races among what came before `from` were found by the run that first came there.
void Tree::want(std::vector<Happening> const& happenings, std::size_t from, std::size_t end) {
  Precedence const precedence{happenings};
  for (std::size_t then = from; then < end; ++then) {
    for (auto const& race : races_of(happenings, precedence, then)) {
      auto& wanted = places_[race.at].wanted;
      bool const met = std::any_of(wanted.begin(), wanted.end(), [&](Move const& move) {
        return race.who.contains(move.session);
      });
      if (met || race.who.empty()) continue;
      int const own = happenings[then].move.session;
      wanted.insert(Move{race.who.contains(own) ? own : *race.who.begin()});
    }
  }
}

std::optional<Move> Tree::untried(Place const& place) {
  for (auto const& move : place.wanted) {
    if (place.tried.contains(move)) continue;
    if (move.others_wait.empty() && place.sleep.contains(move.session)) continue;
    return move;
  }
  return std::nullopt;
}

std::optional<Tree::Next> Tree::next() {
  while (!places_.empty()) {
    auto& place = places_.back();
    if (auto const move = untried(place)) {
      place.chosen = *move;
      break;
    }
    places_.pop_back();
  }
  if (places_.empty()) return std::nullopt;
  Next next;
  for (auto const& place : places_) next.path.push_back(place.chosen);
  next.sleep = places_.back().sleep;
  for (auto const& [move, footprint] : places_.back().tried) {
    if (move.others_wait.empty()) next.sleep[move.session] = footprint;
  }
  return next;
}

}  // namespace properties::explore
