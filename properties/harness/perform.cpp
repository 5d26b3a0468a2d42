#include "properties/harness/perform.hpp"

#include <algorithm>
#include <variant>

#include "properties/harness/vocabulary.hpp"
#include "properties/trace/overloaded.hpp"

namespace properties::harness {
namespace {

using trace::overloaded;

template <class T>
trace::Completion completion_of(impl::Result<T> const& result) {
  if (result.ok()) return trace::Returned{to_trace(result.value())};
  auto const& failure = result.failure();
  if (failure.kind == impl::Failure::Kind::in_doubt) return trace::Indeterminate{failure.message};
  return trace::NeverHappened{failure.message, failure.sqlstate,
                              failure.kind == impl::Failure::Kind::defect};
}

trace::Completion completion_of(impl::Result<bool> const& result) {
  if (result.ok()) return trace::Returned{trace::DiffAnswer{}};
  return completion_of(impl::Result<impl::ProjectionDiff>{result.failure()});
}

trace::Completion deliver(model::Seq seq, Services const& services,
                          std::vector<trace::Event> const& events) {
  auto const event = std::find_if(events.begin(), events.end(),
                                  [&](trace::Event const& e) { return e.seq == seq; });
  if (event == events.end()) return trace::Void{};
  return completion_of(services.projector.apply(to_impl(*event)));
}

}  // namespace

trace::Completion perform(trace::Action const& action, Services const& services,
                          std::vector<trace::Event> const& events) {
  auto& relations = services.relations;
  return std::visit(
      overloaded{
          [&](model::Follow const& op) {
            return completion_of(relations.follow(to_impl(op.follower), to_impl(op.followee)));
          },
          [&](model::Unfollow const& op) {
            return completion_of(relations.unfollow(to_impl(op.follower), to_impl(op.followee)));
          },
          [&](model::Decide const& op) {
            return completion_of(
                relations.decide(to_impl(op.decider), to_impl(op.requester), op.accept));
          },
          [&](model::Block const& op) {
            return completion_of(relations.block(to_impl(op.blocker), to_impl(op.blocked)));
          },
          [&](model::Unblock const& op) {
            return completion_of(relations.unblock(to_impl(op.blocker), to_impl(op.blocked)));
          },
          [&](model::MakePost const& op) {
            return completion_of(relations.post(to_impl(op), to_impl(op.token)));
          },
          [&](model::CanRead const& op) {
            return completion_of(
                services.access.can_read(to_impl(op.viewer), to_impl(op.post), to_impl(op.mode)));
          },
          [&](trace::Deliver const& op) { return deliver(op.seq, services, events); },
          [&](trace::Rebuild const&) { return completion_of(services.projector.rebuild()); },
          [&](trace::Certify const&) { return completion_of(services.projector.certify()); },
      },
      action);
}

int expected_steps(trace::Action const& action) {
  return std::visit(overloaded{
                        [](model::Follow const&) { return 9; },
                        [](model::Unfollow const&) { return 8; },
                        [](model::Decide const&) { return 8; },
                        [](model::Block const&) { return 11; },
                        [](model::Unblock const&) { return 6; },
                        [](model::MakePost const&) { return 5; },
                        [](model::CanRead const&) { return 3; },
                        [](trace::Deliver const&) { return 10; },
                        [](trace::Rebuild const&) { return 4; },
                        [](trace::Certify const&) { return 5; },
                    },
                    action);
}

schedule::Outlook outlook_of(trace::Scenario const& scenario) {
  schedule::Outlook outlook{0, static_cast<int>(scenario.sessions.size())};
  for (auto const& session : scenario.sessions) {
    for (auto const& action : session.actions) outlook.steps += expected_steps(action);
  }
  return outlook;
}

bool concerns_projection(trace::Scenario const& scenario) {
  auto const concerns = [](trace::Action const& action) {
    if (auto const* read = std::get_if<model::CanRead>(&action)) {
      return read->mode != model::AccessMode::truth;
    }
    return std::holds_alternative<trace::Deliver>(action) ||
           std::holds_alternative<trace::Rebuild>(action) ||
           std::holds_alternative<trace::Certify>(action);
  };
  if (!scenario.lost.empty()) return true;
  if (std::any_of(scenario.given.begin(), scenario.given.end(), concerns)) return true;
  return std::any_of(scenario.sessions.begin(), scenario.sessions.end(), [&](auto const& session) {
    return std::any_of(session.actions.begin(), session.actions.end(), concerns);
  });
}

}  // namespace properties::harness
