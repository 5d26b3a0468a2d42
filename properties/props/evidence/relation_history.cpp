#include "properties/props/evidence/relation_history.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/spec.hpp"
#include "model/overloaded.hpp"

namespace properties::props::evidence {
namespace {

using model::overloaded;
using trace::ActionRecord;
using Invocation = checker::Invocation<model::Operation, model::Outcome>;
using Item = RelationSpec::Item;

Item users(model::UserId a, model::UserId b) {
  return {Item::Kind::users, std::min(a, b).value(), std::max(a, b).value()};
}

Item item(model::PostId post) { return {Item::Kind::post, post.value(), 0}; }

/// The operation, if the action is one that must linearize.
std::optional<model::Operation> operation_of(trace::Action const& action) {
  using Found = std::optional<model::Operation>;
  return std::visit(overloaded{
                        [](model::Follow const& op) -> Found { return op; },
                        [](model::Unfollow const& op) -> Found { return op; },
                        [](model::Decide const& op) -> Found { return op; },
                        [](model::Block const& op) -> Found { return op; },
                        [](model::Unblock const& op) -> Found { return op; },
                        [](model::MakePost const& op) -> Found { return op; },
                        [](model::CanRead const& op) -> Found {
                          if (op.mode != model::AccessMode::truth) return std::nullopt;
                          return op;
                        },
                        [](trace::Deliver const&) -> Found { return std::nullopt; },
                        [](trace::Rebuild const&) -> Found { return std::nullopt; },
                        [](trace::Certify const&) -> Found { return std::nullopt; },
                    },
                    action);
}

std::optional<model::Outcome> outcome_of(trace::Answer const& answer) {
  if (auto const* read = std::get_if<trace::ReadAnswer>(&answer)) {
    return model::ReadOutcome{read->allowed};
  }
  auto const* write = std::get_if<trace::WriteAnswer>(&answer);
  if (write == nullptr) return std::nullopt;
  model::WriteOutcome outcome{write->verdict, write->reason, write->present, {}};
  for (auto const& changed : write->changes) outcome.changes.push_back(changed.change);
  return outcome;
}

std::optional<Invocation> invocation_of(ActionRecord const& record) {
  auto const operation = operation_of(record.action);
  if (!operation) return std::nullopt;
  Invocation invocation{record.session, *operation, record.invoked_at, record.responded_at,
                        checker::NeverHappened{}};
  if (auto const* returned = std::get_if<trace::Returned>(&record.completion)) {
    auto outcome = outcome_of(returned->answer);
    if (!outcome || !record.responded_at) return std::nullopt;
    invocation.completion = checker::Returned<model::Outcome>{*std::move(outcome)};
    return invocation;
  }
  if (!std::holds_alternative<trace::Indeterminate>(record.completion)) return std::nullopt;
  invocation.responded_at.reset();
  invocation.completion = checker::Indeterminate{};
  return invocation;
}

/// The pairs an operation may change or ask about, in both directions.
void note_pairs(std::set<model::Pair>& pairs, model::Operation const& operation) {
  auto const both = [&](model::UserId a, model::UserId b) {
    pairs.insert({a, b});
    pairs.insert({b, a});
  };
  std::visit(overloaded{
                 [&](model::Follow const& op) { both(op.follower, op.followee); },
                 [&](model::Unfollow const& op) { both(op.follower, op.followee); },
                 [&](model::Decide const& op) { both(op.decider, op.requester); },
                 [&](model::Block const& op) { both(op.blocker, op.blocked); },
                 [&](model::Unblock const& op) { both(op.blocker, op.blocked); },
                 [](model::MakePost const&) {},
                 [](model::CanRead const&) {},
                 [&](model::Inspect const& op) { both(op.follower, op.followee); },
             },
             operation);
}

void add_final_looks(RelationHistory& result, trace::Quiet const& quiet) {
  std::map<model::Pair, model::InspectOutcome> seen;
  std::set<model::Pair> pairs;
  for (auto const& row : quiet.pairs) {
    seen[row.pair] = row.seen;
    pairs.insert(row.pair);
  }
  checker::Tick end = quiet.tick;
  for (auto const& invocation : result.history) {
    note_pairs(pairs, invocation.operation);
    end = std::max(end, invocation.responded_at.value_or(end) + 1);
  }
  for (auto const& pair : pairs) {
    result.history.push_back({trace::kDrain, model::Inspect{pair.follower, pair.followee}, end, end,
                              checker::Returned<model::Outcome>{seen[pair]}});
    result.records.push_back(nullptr);
  }
}

}  // namespace

static_assert(checker::SequentialSpec<RelationSpec>);
static_assert(checker::TellsReads<RelationSpec> && checker::TellsRefusals<RelationSpec>);

RelationSpec::RelationSpec(trace::Scenario const& scenario) {
  for (auto const& account : scenario.accounts) {
    if (!account.is_deleted) start_.accounts[account.id] = account.is_private;
  }
  auto const note = [&](std::vector<trace::Action> const& program) {
    for (auto const& action : program) {
      auto const* post = std::get_if<model::MakePost>(&action);
      if (post != nullptr) authors_.try_emplace(post->post, post->author);
    }
  };
  note(scenario.given);
  for (auto const& session : scenario.sessions) note(session.actions);
}

bool RelationSpec::keeps_state(Operation const& operation) const {
  return std::holds_alternative<model::CanRead>(operation) ||
         std::holds_alternative<model::Inspect>(operation);
}

bool RelationSpec::keeps_state(Operation const& operation, Outcome const& outcome) const {
  auto const* write = std::get_if<model::WriteOutcome>(&outcome);
  return keeps_state(operation) || (write != nullptr && write->verdict != model::Verdict::changed);
}

std::vector<Item> RelationSpec::footprint(Operation const& operation) const {
  using Items = std::vector<Item>;
  return std::visit(
      overloaded{
          [](model::Follow const& op) { return Items{users(op.follower, op.followee)}; },
          [](model::Unfollow const& op) { return Items{users(op.follower, op.followee)}; },
          [](model::Decide const& op) { return Items{users(op.decider, op.requester)}; },
          [](model::Block const& op) { return Items{users(op.blocker, op.blocked)}; },
          [](model::Unblock const& op) { return Items{users(op.blocker, op.blocked)}; },
          [](model::MakePost const& op) { return Items{item(op.post)}; },
          [&](model::CanRead const& op) {
            auto const author = authors_.find(op.post);
            if (author == authors_.end()) return Items{item(op.post)};
            return Items{item(op.post), users(op.viewer, author->second)};
          },
          [](model::Inspect const& op) { return Items{users(op.follower, op.followee)}; },
      },
      operation);
}

RelationHistory relation_history(trace::Run const& run) {
  RelationHistory result;
  for (auto const& record : run.actions) {
    auto invocation = invocation_of(record);
    if (!invocation) continue;
    result.history.push_back(*std::move(invocation));
    result.records.push_back(&record);
  }
  add_final_looks(result, run.quiet);
  return result;
}

}  // namespace properties::props::evidence
