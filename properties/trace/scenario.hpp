#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "model/operation.hpp"
#include "properties/trace/step.hpp"

namespace properties::trace {

/// One delivery of the event with this seq to the session's consumer. It becomes possible when
/// the event is committed; if it never is, the delivery is void.
struct Deliver {
  model::Seq seq;
  friend auto operator<=>(Deliver const&, Deliver const&) = default;
};
struct Rebuild {
  friend auto operator<=>(Rebuild const&, Rebuild const&) = default;
};
struct Certify {
  friend auto operator<=>(Certify const&, Certify const&) = default;
};

/// What a session does next: a client's operation, a consumer's delivery, or maintenance.
using Action =
    std::variant<model::Follow, model::Unfollow, model::Decide, model::Block, model::Unblock,
                 model::MakePost, model::CanRead, Deliver, Rebuild, Certify>;

struct Account {
  model::UserId id;
  bool is_private{false};
  bool is_deleted{false};  ///< Its row is there; to every operation it is unknown.
  friend auto operator<=>(Account const&, Account const&) = default;
};

/// A client, consumer or keeper with a connection of its own. Its name stands in the schedule.
struct Session {
  std::string name;
  std::vector<Action> actions;
  friend auto operator<=>(Session const&, Session const&) = default;
};

/// A place in a session's program: before (or, if it blocks, during) one step of one action.
struct Point {
  int session{0};
  int action{0};
  Step step{Step::begin};
  int nth{0};  ///< Counts earlier steps of this name within the action (a retry repeats them).
  friend auto operator<=>(Point const&, Point const&) = default;
};

/// Where the running session loses its turn, and to whom.
///
/// Without switches a session keeps its turn until it blocks or finishes, and then the first
/// runnable session, in scenario order, goes on. A switch at a point of a session that has not
/// taken the step is a preemption; at a step that blocked (or at the last step of a program) it
/// says who goes on instead of the first.
struct Switch {
  Point at;
  int to{0};
  bool after{false};  ///< The step was taken: it blocked or ended the program.
  friend auto operator<=>(Switch const&, Switch const&) = default;
};

/// Fewer switches = a simpler schedule. At most one per (point, after).
struct Schedule {
  std::vector<Switch> switches;
  friend auto operator<=>(Schedule const&, Schedule const&) = default;
};

/// Everything that can vary in a run.
struct Scenario {
  std::vector<Account> accounts;
  std::vector<Action> given;  ///< Done first, one after the other, by a session of their own.
  std::vector<Session> sessions;
  Schedule schedule;
  /// Events that no consumer ever receives, not even when the run drains the log (P7).
  std::vector<model::Seq> lost;
  friend auto operator<=>(Scenario const&, Scenario const&) = default;
};

}  // namespace properties::trace
