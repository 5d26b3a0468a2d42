#include "properties/protocol/translate.hpp"

#include <algorithm>
#include <optional>

#include "properties/protocol/actions.hpp"

namespace properties::protocol {
namespace {

using trace::Point;

trace::Step step_of(model::protocol::Step step) { return *trace::step_named(name_of(step)); }

/// Where each session is, as points of its program.
class Places {
 public:
  explicit Places(std::size_t sessions) : sessions_(sessions) {}

  Point take(Move const& move) {
    auto& one = sessions_[move.action.session];
    if (move.calls) {
      ++one.actions;
      one.steps.clear();
    }
    auto const point = before(move.action.session, step_of(move.step));
    one.steps.push_back(point.step);
    return point;
  }
  /// The point of this step of the session's present action, if it comes next.
  [[nodiscard]] Point before(int session, trace::Step step) const {
    auto const& one = sessions_[static_cast<std::size_t>(session)];
    auto const earlier = std::count(one.steps.begin(), one.steps.end(), step);
    return {session, one.actions - 1, step, static_cast<int>(earlier)};
  }

 private:
  struct OfSession {
    int actions{0};  ///< Called so far.
    std::vector<trace::Step> steps;
  };
  std::vector<OfSession> sessions_;
};

/// The first step of the session's next task, if it calls another one.
std::optional<trace::Step> next_call(std::vector<Move> const& moves, std::size_t from,
                                     int session) {
  for (auto i = from; i < moves.size(); ++i) {
    if (moves[i].action.session == session) return step_of(moves[i].step);
  }
  return std::nullopt;
}

/// Where the session of this move, just taken at `point`, loses its turn.
trace::Switch switch_after(std::vector<Move> const& moves, std::size_t taken, Point const& point,
                           Places const& places) {
  auto const& move = moves[taken];
  int const to = moves[taken + 1].action.session;
  if (move.then) return {places.before(move.action.session, step_of(*move.then)), to, false};
  auto const call = next_call(moves, taken + 1, move.action.session);
  if (move.waits || !call) return {point, to, true};
  return {{move.action.session, point.action + 1, *call, 0}, to, false};
}

/// Each move that is not of the session that took the one before is a switch: before that session's
/// next step, or, if that waits or there is none, after its last.
trace::Schedule schedule_of(std::vector<Move> const& moves, std::size_t sessions) {
  trace::Schedule schedule;
  Places places{sessions};
  if (!moves.empty() && moves.front().action.session != 0) {  // The first session has the turn.
    auto const first = next_call(moves, 0, 0).value_or(trace::Step::begin);
    schedule.switches.push_back({{0, 0, first, 0}, moves.front().action.session, false});
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto const point = places.take(moves[i]);
    bool const loses =
        i + 1 < moves.size() && moves[i + 1].action.session != moves[i].action.session;
    if (loses) schedule.switches.push_back(switch_after(moves, i, point, places));
  }
  std::sort(schedule.switches.begin(), schedule.switches.end());
  return schedule;
}

std::vector<trace::Session> sessions_of(model::protocol::Scenario const& scenario,
                                        std::vector<Move> const& moves) {
  std::vector<trace::Session> sessions;
  for (std::size_t i = 0; i < scenario.sessions.size(); ++i) {
    auto& session = sessions.emplace_back();
    session.name = "c" + std::to_string(i + 1);
    for (auto const& move : moves) {
      if (move.action.session != i || !move.calls) continue;
      auto const& slot = scenario.sessions[i][session.actions.size()];
      session.actions.push_back(action_of(slot[move.action.choice]));
    }
  }
  return sessions;
}

}  // namespace

trace::Scenario translate(model::protocol::Scenario const& scenario,
                          std::vector<Move> const& moves) {
  trace::Scenario translated;
  for (auto const& [user, is_private] : scenario.accounts) {
    translated.accounts.push_back({user, is_private});
  }
  for (auto const& task : scenario.given) translated.given.push_back(action_of(task));
  translated.sessions = sessions_of(scenario, moves);
  translated.schedule = schedule_of(moves, scenario.sessions.size());
  return translated;
}

std::size_t moves_taken(trace::Run const& run, std::vector<Move> const& moves) {
  std::size_t taken = 0;
  for (auto const& entry : run.log) {
    if (entry.at.session < 0 || entry.kind != trace::LogEntry::Kind::step) continue;
    bool const alike = taken < moves.size() && entry.at.session == moves[taken].action.session &&
                       trace::name_of(entry.at.step) == name_of(moves[taken].step);
    if (!alike) break;
    ++taken;
  }
  return taken;
}

}  // namespace properties::protocol
