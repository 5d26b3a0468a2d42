#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "properties/schedule/controller.hpp"
#include "properties/schedule/dependence.hpp"

namespace properties::explore {

/// What an exploration decides: who gets on. A session whose step would wait is not released to
/// wait: that it waited and that it came later are the same (schedule::looks_again). Only in a
/// deadlock the others of the cycle are made to wait first, so that this one is the victim.
struct Move {
  int session{0};
  std::vector<int> others_wait{};
  friend auto operator<=>(Move const&, Move const&) = default;
};

/// A step at the moment when it took effect.
struct Happening {
  Move move;
  trace::Step step{trace::Step::begin};
  schedule::Footprint footprint;  ///< What it did.
  schedule::Footprint at_worst;   ///< What it could have done, as one knows before it is taken.
  bool forced{false};             ///< The second half of a step that had read before it waited.
  bool ends{false};               ///< COMMIT, ROLLBACK, or a failure that is as good as one.
  std::vector<int> cycle{};       ///< The victim of this deadlock.
  /// It had to wait for this deadlock to come about, and then came next.
  std::optional<std::size_t> freed_by{};
  /// The COMMIT without which its session would still wait for an event.
  std::optional<std::size_t> enabled_by{};
};

/// Reads the log of a run as it grows.
class Reading {
 public:
  Reading(trace::Scenario const& scenario, std::set<trace::Step> unknown)
      : scenario_{scenario}, transactions_{std::move(unknown)} {}

  /// Takes in what has been logged since.
  void read(std::vector<trace::LogEntry> const& log, std::vector<schedule::Object> const& objects,
            std::vector<trace::DeadlockSeen> const& deadlocks);
  /// Of the scenario's own sessions.
  [[nodiscard]] std::vector<Happening> const& happenings() const { return happenings_; }
  [[nodiscard]] bool waits(int session) const { return waiting_.contains(session); }

 private:
  using Entry = trace::LogEntry;
  void read_entry(Entry const& entry, schedule::Object const& object,
                  std::vector<trace::DeadlockSeen> const& deadlocks);
  void follow(Entry const& entry, schedule::Candidate const& taken, Happening& happening);
  [[nodiscard]] std::optional<std::size_t> enabling(Entry const& entry) const;
  [[nodiscard]] schedule::Effect effect_of(Entry const& entry, schedule::Object const& object);

  trace::Scenario const& scenario_;
  schedule::Transactions transactions_;
  std::vector<Happening> happenings_;
  std::size_t read_up_to_{0};
  std::size_t deadlocks_read_{0};
  std::map<int, bool> waiting_;             ///< Whether its step has happened in part already.
  std::map<int, std::size_t> in_deadlock_;  ///< Those that are not its victim.
  std::set<schedule::Object> present_;      ///< Pairs whose row is committed.
  std::map<int, std::set<schedule::Object>> ensured_;  ///< By sessions in a transaction.
  std::map<model::Seq, std::size_t> shown_by_;         ///< Which COMMIT showed each event.
};

}  // namespace properties::explore
