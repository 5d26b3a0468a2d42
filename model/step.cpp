#include "model/step.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "model/overloaded.hpp"

namespace model {
namespace {

bool known(State const& state, UserId a, UserId b) {
  return state.accounts.contains(a) && state.accounts.contains(b);
}

bool blocked_either_way(State const& state, UserId a, UserId b) {
  return state.blocks.contains({a, b}) || state.blocks.contains({b, a});
}

WriteOutcome noop(Reason reason, PairRow present = {}) {
  return {Verdict::noop, reason, present, {}};
}

WriteOutcome rejected(Reason reason, PairRow present = {}) {
  return {Verdict::rejected, reason, present, {}};
}

Change move_to(State& state, Pair pair, RelationState next) {
  auto& row = state.pairs[pair];
  row = {next, row.version.next()};
  return {pair, row};
}

WriteOutcome changed(State& state, Pair pair, RelationState next) {
  auto const change = move_to(state, pair, next);
  return {Verdict::changed, Reason::none, change.row, {change}};
}

WriteOutcome take(State& state, Follow const& op) {
  if (op.follower == op.followee) return rejected(Reason::self);
  if (!known(state, op.follower, op.followee)) return rejected(Reason::unknown);
  Pair const pair{op.follower, op.followee};
  auto const row = row_of(state, pair);
  if (blocked_either_way(state, op.follower, op.followee)) return rejected(Reason::blocked, row);
  if (row.state == RelationState::active) return noop(Reason::already_active, row);
  if (row.state == RelationState::pending) return noop(Reason::already_pending, row);
  bool const asks_first = state.accounts.at(op.followee);
  return changed(state, pair, asks_first ? RelationState::pending : RelationState::active);
}

WriteOutcome take(State& state, Unfollow const& op) {
  if (op.follower == op.followee) return noop(Reason::already_removed);
  if (!known(state, op.follower, op.followee)) return rejected(Reason::unknown);
  Pair const pair{op.follower, op.followee};
  auto const row = row_of(state, pair);
  if (row.state == RelationState::removed) return noop(Reason::already_removed, row);
  return changed(state, pair, RelationState::removed);
}

WriteOutcome take(State& state, Decide const& op) {
  if (op.decider == op.requester) return rejected(Reason::not_pending);
  if (!known(state, op.decider, op.requester)) return rejected(Reason::unknown);
  Pair const pair{op.requester, op.decider};
  auto const row = row_of(state, pair);
  if (row.state != RelationState::pending) return rejected(Reason::not_pending, row);
  return changed(state, pair, op.accept ? RelationState::active : RelationState::removed);
}

WriteOutcome take(State& state, Block const& op) {
  if (op.blocker == op.blocked) return rejected(Reason::self);
  if (!known(state, op.blocker, op.blocked)) return rejected(Reason::unknown);
  bool const fresh = state.blocks.insert({op.blocker, op.blocked}).second;
  std::vector<Change> changes;
  auto const [low, high] = std::minmax(op.blocker, op.blocked);
  for (Pair const pair : {Pair{low, high}, Pair{high, low}}) {
    if (row_of(state, pair).state == RelationState::removed) continue;
    changes.push_back(move_to(state, pair, RelationState::removed));
  }
  auto const present = row_of(state, {op.blocked, op.blocker});
  if (!fresh && changes.empty()) return noop(Reason::already_blocked, present);
  return {Verdict::changed, Reason::none, present, std::move(changes)};
}

WriteOutcome take(State& state, Unblock const& op) {
  if (op.blocker == op.blocked) return noop(Reason::not_blocked);
  if (!known(state, op.blocker, op.blocked)) return rejected(Reason::unknown);
  auto const present = row_of(state, {op.blocked, op.blocker});
  bool const there = state.blocks.erase({op.blocker, op.blocked}) == 1;
  if (!there) return noop(Reason::not_blocked, present);
  return {Verdict::changed, Reason::none, present, {}};
}

WriteOutcome take(State& state, MakePost const& op) {
  if (!state.accounts.contains(op.author)) return rejected(Reason::unknown);
  bool const fresh = state.posts.try_emplace(op.post, PostFacts{op.author, op.visibility}).second;
  if (!fresh) {
    std::fputs("model::step: a post is made twice under one id\n", stderr);
    std::abort();
  }
  return {Verdict::changed, Reason::none, {}, {}};
}

}  // namespace

bool may_read(State const& state, UserId viewer, PostId post) {
  auto const found = state.posts.find(post);
  if (found == state.posts.end()) return false;
  auto const& [author, visibility] = found->second;
  if (viewer == author) return true;
  switch (visibility) {
    case Visibility::everyone:
      return !blocked_either_way(state, viewer, author);
    case Visibility::followers:
      return row_of(state, {viewer, author}).state == RelationState::active;
    case Visibility::self:
      return false;
  }
  return false;
}

std::pair<State, Outcome> step(State state, Operation const& operation) {
  auto const write = [&](auto const& op) -> Outcome { return take(state, op); };
  Outcome outcome =
      std::visit(overloaded{
                     [&](Follow const& op) { return write(op); },
                     [&](Unfollow const& op) { return write(op); },
                     [&](Decide const& op) { return write(op); },
                     [&](Block const& op) { return write(op); },
                     [&](Unblock const& op) { return write(op); },
                     [&](MakePost const& op) { return write(op); },
                     [&](CanRead const& op) -> Outcome {
                       return ReadOutcome{may_read(state, op.viewer, op.post)};
                     },
                     [&](Inspect const& op) -> Outcome {
                       return InspectOutcome{row_of(state, {op.follower, op.followee}),
                                             state.blocks.contains({op.followee, op.follower})};
                     },
                 },
                 operation);
  return {std::move(state), std::move(outcome)};
}

}  // namespace model
