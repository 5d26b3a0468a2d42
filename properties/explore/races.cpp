#include "properties/explore/races.hpp"

#include <algorithm>

namespace properties::explore {
namespace {

using schedule::Access;
using schedule::dependent;
using schedule::Footprint;
using schedule::Mode;

Footprint only_reads(Footprint footprint) {
  std::erase_if(footprint.accesses, [](Access const& access) { return access.mode != Mode::read; });
  return footprint;
}

Footprint held_by(Footprint footprint) {
  std::erase_if(footprint.accesses, [](Access const& access) {
    return access.mode == Mode::read || access.mode == Mode::find;
  });
  return footprint;
}

/// The same transaction had made the other wait before `first`, and goes on doing so.
bool had_to_wait_before(std::vector<Happening> const& happenings, std::size_t first,
                        Happening const& then) {
  int const session = happenings[first].move.session;
  for (std::size_t k = first; k-- > 0;) {
    if (happenings[k].move.session != session) continue;
    if (happenings[k].ends) return false;
    bool const unknown = happenings[k].footprint.unknown || then.footprint.unknown;
    if (!unknown && dependent(held_by(happenings[k].footprint), then.footprint)) return true;
  }
  return false;
}

/// An end that another waits for was not to be overtaken: who waited could not have gone first.
/// Only what has been read could have been read before.
bool could_overtake(Happening const& then, Happening const& first) {
  if (!dependent(first.footprint, then.footprint)) return false;
  bool const commits = then.step == trace::Step::commit || then.step == trace::Step::rollback;
  if (!first.ends || commits) return true;
  return dependent(first.footprint, only_reads(then.footprint));
}

/// Of the happenings after `at` that do not need it, and then `then`: whose may come first.
std::set<int> initials(std::vector<Happening> const& happenings, Precedence const& precedence,
                       std::size_t at, std::size_t then) {
  std::vector<std::size_t> rest;
  for (std::size_t k = at + 1; k < then; ++k) {
    if (!precedence.before(at, k)) rest.push_back(k);
  }
  rest.push_back(then);
  std::set<int> who;
  for (auto const k : rest) {
    bool const free = std::none_of(rest.begin(), rest.end(), [&](std::size_t earlier) {
      return earlier < k && precedence.before(earlier, k);
    });
    if (free && !happenings[k].forced) who.insert(happenings[k].move.session);
  }
  return who;
}

}  // namespace

Precedence::Precedence(std::vector<Happening> const& happenings)
    : before_(happenings.size(), std::vector<bool>(happenings.size(), false)),
      previous_(happenings.size()) {
  for (std::size_t then = 0; then < happenings.size(); ++then) {
    auto& row = before_[then];
    for (std::size_t first = then; first-- > 0;) {
      bool const own = happenings[first].move.session == happenings[then].move.session;
      if (own && !previous_[then]) previous_[then] = first;
      if (row[first]) continue;
      if (!own && happenings[then].enabled_by != first &&
          !dependent(happenings[first].footprint, happenings[then].footprint)) {
        continue;
      }
      row[first] = true;
      for (std::size_t k = 0; k < first; ++k) row[k] = row[k] || before_[first][k];
    }
  }
}

std::vector<Race> races_of(std::vector<Happening> const& happenings, Precedence const& precedence,
                           std::size_t then) {
  std::vector<Race> races;
  if (happenings[then].forced) return races;
  auto const previous = precedence.previous(then);
  for (std::size_t first = then; first-- > 0;) {
    auto const& one = happenings[first];
    if (one.move.session == happenings[then].move.session) continue;
    if (one.forced || one.freed_by || first >= happenings[then].freed_by.value_or(then)) continue;
    if (happenings[then].enabled_by == first || !one.cycle.empty()) continue;
    if (previous && (precedence.before(first, *previous))) continue;
    if (!could_overtake(happenings[then], one)) continue;
    if (!one.ends && had_to_wait_before(happenings, first, happenings[then])) continue;
    races.push_back({first, initials(happenings, precedence, first, then)});
  }
  return races;
}

}  // namespace properties::explore
