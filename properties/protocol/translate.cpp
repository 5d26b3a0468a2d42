#include "properties/protocol/translate.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "properties/trace/overloaded.hpp"

namespace properties::protocol {
namespace {

using model::protocol::Task;
using trace::Point;

trace::Action action_of(Task const& task) {
  return std::visit(trace::overloaded{
                        [](model::Follow const& op) -> trace::Action { return op; },
                        [](model::Unfollow const& op) -> trace::Action { return op; },
                        [](model::Decide const& op) -> trace::Action { return op; },
                        [](model::Block const& op) -> trace::Action { return op; },
                        [](model::Unblock const& op) -> trace::Action { return op; },
                        [](model::MakePost const& op) -> trace::Action { return op; },
                        [](model::CanRead const& op) -> trace::Action { return op; },
                        [](model::protocol::Deliver const& op) -> trace::Action {
                          return trace::Deliver{model::Seq{op.seq}};
                        },
                        [](model::protocol::Script const&) -> trace::Action { std::abort(); },
                    },
                    task);
}

trace::Step step_of(model::protocol::Step step) { return *trace::step_named(name_of(step)); }

/// Where each session is, as points of its program.
class Places {
 public:
  explicit Places(std::size_t sessions) : sessions_(sessions) {}

  /// The point of this move, which is the session's next.
  [[nodiscard]] Point next(Move const& move) const {
    auto const& one = sessions_[move.action.session];
    bool const calls = move.calls;
    auto const step = step_of(move.step);
    int const nth =
        calls ? 0 : static_cast<int>(std::count(one.steps.begin(), one.steps.end(), step));
    return {move.action.session, calls ? one.actions : one.actions - 1, step, nth};
  }
  Point take(Move const& move) {
    auto const point = next(move);
    auto& one = sessions_[move.action.session];
    if (move.calls) {
      ++one.actions;
      one.steps.clear();
    }
    one.steps.push_back(point.step);
    return point;
  }

 private:
  struct OfSession {
    int actions{0};  ///< Called so far.
    std::vector<trace::Step> steps;
  };
  std::vector<OfSession> sessions_;
};

/// The next move of this session, from `from` on; none if it has no more.
std::optional<Move> next_of(std::vector<Move> const& moves, std::size_t from, int session) {
  auto const found = std::find_if(moves.begin() + static_cast<std::ptrdiff_t>(from), moves.end(),
                                  [=](Move const& move) { return move.action.session == session; });
  return found == moves.end() ? std::nullopt : std::optional{*found};
}

/// Each move that is not of the session that took the one before is a switch: before that session's
/// next step, or, if that waits or there is none, after its last.
trace::Schedule schedule_of(std::vector<Move> const& moves, std::size_t sessions) {
  trace::Schedule schedule;
  Places places{sessions};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto const& move = moves[i];
    auto const point = places.take(move);
    if (i + 1 == moves.size()) break;
    int const to = moves[i + 1].action.session;
    if (to == move.action.session) continue;
    auto const later = next_of(moves, i + 1, move.action.session);
    bool const after = move.waits || !later;
    schedule.switches.push_back({after ? point : places.next(*later), to, after});
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

}  // namespace properties::protocol
