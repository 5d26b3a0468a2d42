#include "properties/shrink/size.hpp"

#include <variant>

#include "properties/trace/overloaded.hpp"

namespace properties::shrink {
namespace {

int plainness(trace::Action const& action) {
  auto const user = [](model::UserId id) { return static_cast<int>(id.value()); };
  return std::visit(
      trace::overloaded{
          [&](model::Follow const& op) { return user(op.follower) + user(op.followee); },
          [&](model::Unfollow const& op) { return user(op.follower) + user(op.followee); },
          [&](model::Decide const& op) {
            return user(op.decider) + user(op.requester) + (op.accept ? 0 : 1);
          },
          [&](model::Block const& op) { return user(op.blocker) + user(op.blocked); },
          [&](model::Unblock const& op) { return user(op.blocker) + user(op.blocked); },
          [&](model::MakePost const& op) {
            return user(op.author) + static_cast<int>(op.post.value()) +
                   static_cast<int>(op.visibility) + static_cast<int>(op.token);
          },
          [&](model::CanRead const& op) {
            return user(op.viewer) + static_cast<int>(op.post.value()) + static_cast<int>(op.mode);
          },
          [](trace::Deliver const& op) { return static_cast<int>(op.seq.value()); },
          [](trace::Rebuild const&) { return 0; },
          [](trace::Certify const&) { return 1; },
      },
      action);
}

void add(Size& size, trace::Action const& action) {
  ++(std::holds_alternative<trace::Deliver>(action) ? size.deliveries : size.operations);
  size.values += plainness(action);
}

std::string count(int number, std::string const& noun) {
  auto const plural = noun == "delivery" ? "deliveries"
                      : noun == "switch" ? "switches"
                                         : noun + "s";
  return std::to_string(number) + " " + (number == 1 ? noun : plural);
}

}  // namespace

Size measure(trace::Scenario const& scenario) {
  Size size;
  size.sessions = static_cast<int>(scenario.sessions.size());
  size.lost = static_cast<int>(scenario.lost.size());
  size.switches = static_cast<int>(scenario.schedule.switches.size());
  for (auto const& account : scenario.accounts) {
    size.values += 2 + (account.is_private ? 1 : 0) + (account.is_deleted ? 1 : 0);
  }
  for (auto const& action : scenario.given) add(size, action);
  for (auto const& session : scenario.sessions) {
    for (auto const& action : session.actions) add(size, action);
  }
  return size;
}

std::string show(Size const& size) {
  return count(size.operations, "operation") + ", " + count(size.sessions, "session") + ", " +
         count(size.switches, "switch") + ", " + count(size.deliveries, "delivery");
}

}  // namespace properties::shrink
