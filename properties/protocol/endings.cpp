#include "properties/protocol/endings.hpp"

#include "model/protocol/claims.hpp"
#include "properties/protocol/explore.hpp"
#include "properties/trace/show.hpp"

namespace properties::protocol {
namespace {

using model::protocol::bit;
using model::protocol::Goal;
using model::protocol::Tables;

constexpr auto kAnswers = bit(Goal::changed) | bit(Goal::noop) | bit(Goal::rejected) |
                          bit(Goal::applied) | bit(Goal::stale) | bit(Goal::dup) |
                          bit(Goal::let_in) | bit(Goal::kept_out) | bit(Goal::let_in_by_view) |
                          bit(Goal::kept_out_by_view) | bit(Goal::fell_back);

std::uint32_t goals_of(trace::ReadAnswer const& answer) {
  auto const goals = bit(answer.allowed ? Goal::let_in : Goal::kept_out);
  switch (answer.source) {
    case trace::AccessSource::no_such_post:
      return 0;
    case trace::AccessSource::projection:
      return goals | bit(answer.allowed ? Goal::let_in_by_view : Goal::kept_out_by_view);
    case trace::AccessSource::fallback_truth:
      return goals | bit(Goal::fell_back);
    case trace::AccessSource::truth:
    case trace::AccessSource::public_block_check:
    case trace::AccessSource::author:
      return goals;
  }
  return goals;
}

std::uint32_t goals_of(trace::Answer const& answer) {
  if (auto const* write = std::get_if<trace::WriteAnswer>(&answer)) {
    return bit(Goal::changed) << static_cast<int>(write->verdict);
  }
  if (auto const* apply = std::get_if<trace::ApplyAnswer>(&answer)) {
    return bit(Goal::applied) << static_cast<int>(apply->verdict);
  }
  if (auto const* read = std::get_if<trace::ReadAnswer>(&answer)) return goals_of(*read);
  return 0;
}

Answers answers_of(trace::Scenario const& scenario, trace::Run const& run) {
  Answers answers(scenario.sessions.size());
  for (auto const& record : run.actions) {
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    bool const is_post = std::holds_alternative<model::MakePost>(record.action);
    if (record.session < 0 || returned == nullptr || is_post) continue;
    auto const goals = goals_of(returned->answer);
    if (goals != 0) answers[static_cast<std::size_t>(record.session)].push_back(goals);
  }
  return answers;
}

/// Of the truth: what comes of the view is drained away before it is read, and conforms by its
/// steps.
Tables truth_of(trace::Quiet const& quiet) {
  Tables tables;
  for (auto const& pair : quiet.pairs) {
    tables.relation[pair.pair] = pair.seen.row;
    if (pair.seen.blocked) tables.blocks.insert({pair.pair.followee, pair.pair.follower});
  }
  tables.last = quiet.last;
  for (auto const& post : quiet.posts) tables.token = post.acl_token;
  return tables;
}

Tables truth_of(Tables const& all) {
  return {all.relation, all.blocks, all.last, all.token, {}, {}, {}, {}};
}

std::string show(Tables const& tables) {
  std::string text;
  for (auto const& [pair, row] : tables.relation) {
    text += std::to_string(pair.follower.value()) + "→" + std::to_string(pair.followee.value()) +
            " " + trace::show(row) + ", ";
  }
  for (auto const& [blocker, blocked] : tables.blocks) {
    text +=
        std::to_string(blocker.value()) + " has blocked " + std::to_string(blocked.value()) + ", ";
  }
  if (tables.token) text += "token " + std::to_string(tables.token->value()) + ", ";
  return text + "last seq " + std::to_string(tables.last.value());
}

std::string show(std::vector<std::uint32_t> const& answers) {
  std::string text;
  for (auto const goals : answers) text += (text.empty() ? "" : "; ") + names_of_goals(goals);
  return "answers " + (text.empty() ? "nothing" : text);
}

}  // namespace

std::uint32_t answer_in(std::uint32_t reached) { return reached & kAnswers; }

std::vector<std::string> difference_of_endings(trace::Scenario const& scenario,
                                               trace::Run const& run, Answers const& answers,
                                               Tables const& tables) {
  auto const server = answers_of(scenario, run);
  for (std::size_t i = 0; i < server.size(); ++i) {
    if (server[i] == answers[i]) continue;
    auto const& name = scenario.sessions[i].name;
    return {name + " " + show(server[i]), name + " " + show(answers[i])};
  }
  auto const expected = truth_of(tables);
  auto const found = truth_of(run.quiet);
  if (expected == found) return {};
  return {"the rows are " + show(found), "they are " + show(expected)};
}

}  // namespace properties::protocol
