#include "properties/explore/token_window.hpp"

#include <algorithm>

#include "properties/props/evidence/moments.hpp"
#include "properties/props/evidence/posts.hpp"

namespace properties::explore {
namespace {

using props::evidence::Moments;

/// Whether this event (of the log, by seq) ends a relation to the author that was active before.
bool revokes(std::vector<trace::Event> const& log, trace::Event const& event,
             model::UserId author) {
  if (event.pair.followee != author || event.row.state == model::RelationState::active)
    return false;
  auto before = model::RelationState::removed;
  for (auto const& earlier : log) {
    if (earlier.seq < event.seq && earlier.pair == event.pair) before = earlier.row.state;
  }
  return before == model::RelationState::active;
}

}  // namespace

bool revocation_escaped(trace::Run const& run) {
  Moments const moments{run};
  return std::any_of(run.quiet.posts.begin(), run.quiet.posts.end(), [&](auto const& post) {
    auto const* making = props::evidence::making_of(run, post.post);
    auto const made = making == nullptr ? std::nullopt : moments.logged_commit(*making);
    return made && std::any_of(run.quiet.events.begin(), run.quiet.events.end(),
                               [&](trace::Event const& event) {
                                 return revokes(run.quiet.events, event, post.author) &&
                                        event.seq > post.acl_token &&
                                        moments.visible(event.seq) < *made;
                               });
  });
}

bool has_token_window(trace::Scenario const& scenario) {
  auto const posts = [](trace::Session const& session) {
    return std::any_of(session.actions.begin(), session.actions.end(), [](auto const& action) {
      return std::holds_alternative<model::MakePost>(action);
    });
  };
  return scenario.sessions.size() > 1 &&
         std::any_of(scenario.sessions.begin(), scenario.sessions.end(), posts);
}

trace::Scenario with_tokens(trace::Scenario scenario, model::TokenRead read) {
  for (auto& session : scenario.sessions) {
    for (auto& action : session.actions) {
      if (auto* post = std::get_if<model::MakePost>(&action)) post->token = read;
    }
  }
  return scenario;
}

TokenWindow explore_window(harness::Worker& worker, trace::Scenario const& scenario,
                           mutants::Mutant const* mutant, Limits limits) {
  TokenWindow window;
  limits.on_run = [&](harness::Examined const& examined) {
    if (!revocation_escaped(examined.result.run)) return;
    if (window.escaped++ == 0) window.example = examined.scenario.schedule;
  };
  auto const explored = explore(worker, scenario, mutant, limits);
  window.finished = explored.finished;
  window.executions = explored.executions;
  return window;
}

}  // namespace properties::explore
