#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>

#include "model/invariants.hpp"
#include "model/step.hpp"
#include "model/tests/people.hpp"

namespace model {
namespace {

constexpr UserId kStranger{3};

/// Versions grow without end; what a step does depends on whether one is 0, never on how large.
constexpr Version kLast{4};

std::vector<Operation> all_operations(State const& state) {
  std::vector<Operation> operations;
  for (auto const a : {kAnn, kBob, kStranger}) {
    for (auto const b : {kAnn, kBob, kStranger}) {
      operations.insert(operations.end(),
                        {Follow{a, b}, Unfollow{a, b}, Decide{a, b, true}, Decide{a, b, false},
                         Block{a, b}, Unblock{a, b}, Inspect{a, b}});
    }
    operations.push_back(CanRead{a, kPost, AccessMode::truth});
    if (state.posts.contains(kPost)) continue;
    for (auto const seen_by : {Visibility::everyone, Visibility::followers, Visibility::self}) {
      operations.push_back(MakePost{a, kPost, seen_by, TokenRead::plain});
    }
  }
  return operations;
}

bool at_the_bound(State const& state) {
  return std::ranges::any_of(state.pairs,
                             [](auto const& entry) { return entry.second.version >= kLast; });
}

/// Every state that two users can reach, and every step from it.
class Exploration {
 public:
  explicit Exploration(State start) { visit(std::move(start)); }

  void run() {
    while (!pending_.empty()) {
      auto const& state = *pending_.front();
      pending_.pop_front();
      for (auto const& operation : all_operations(state)) take(state, operation);
    }
  }
  [[nodiscard]] std::size_t states() const { return known_.size(); }
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  void take(State const& state, Operation const& operation) {
    ++steps_;
    auto [after, outcome] = step(state, operation);
    for (auto const& invariant : step_invariants()) {
      EXPECT_TRUE(invariant.holds(state, operation, outcome, after)) << invariant.name;
    }
    visit(std::move(after));
  }

  void visit(State state) {
    auto const [place, fresh] = known_.insert(std::move(state));
    if (!fresh) return;
    for (auto const& invariant : state_invariants()) {
      EXPECT_TRUE(invariant.holds(*place)) << invariant.name;
    }
    if (!at_the_bound(*place)) pending_.push_back(&*place);
  }

  std::set<State> known_;
  std::deque<State const*> pending_;
  std::size_t steps_ = 0;
};

TEST(exploration, every_state_of_two_users_keeps_every_invariant) {
  for (bool const ann_private : {false, true}) {
    for (bool const bob_private : {false, true}) {
      Exploration exploration{{{{kAnn, ann_private}, {kBob, bob_private}}, {}, {}, {}}};
      exploration.run();
      RecordProperty("states", static_cast<int>(exploration.states()));
      RecordProperty("steps", static_cast<int>(exploration.steps()));
      EXPECT_GT(exploration.states(), 300U) << "the search is not vacuous";
    }
  }
}

State reachable() { return {{{kAnn, false}, {kBob, true}}, {}, {}, {}}; }

bool refused_by(std::string_view name, State const& state) {
  for (auto const& invariant : state_invariants()) {
    if (invariant.name == name) return !invariant.holds(state);
  }
  return false;
}

TEST(state_invariants, each_refuses_a_state_that_breaks_it) {
  PairRow const follows{RelationState::active, Version{1}};
  auto self = reachable();
  self.pairs[{kAnn, kAnn}] = follows;
  EXPECT_TRUE(refused_by("no_self_pair", self));
  auto self_block = reachable();
  self_block.blocks.insert({kAnn, kAnn});
  EXPECT_TRUE(refused_by("no_self_block", self_block));
  for (auto const& pair : {Pair{kAnn, kBob}, Pair{kBob, kAnn}}) {
    auto enemy = reachable();
    enemy.blocks.insert({kAnn, kBob});
    enemy.pairs[pair] = follows;
    EXPECT_TRUE(refused_by("blocked_pairs_are_removed", enemy));
  }
  auto unborn = reachable();
  unborn.pairs[{kAnn, kBob}] = {RelationState::active, Version{0}};
  EXPECT_TRUE(refused_by("version_zero_is_the_placeholder", unborn));
  auto ghost = reachable();
  ghost.posts[kPost] = {kStranger, Visibility::self};
  EXPECT_TRUE(refused_by("everyone_named_has_an_account", ghost));
  auto asked = reachable();
  asked.pairs[{kBob, kAnn}] = {RelationState::pending, Version{1}};
  EXPECT_TRUE(refused_by("public_accounts_have_no_requests", asked));
}

TEST(step_invariants, each_refuses_a_step_that_breaks_it) {
  auto const before = step(reachable(), Follow{kBob, kAnn}).first;
  auto after = before;
  after.pairs[{kBob, kAnn}] = {RelationState::removed, Version{3}};  // Skips version 2.
  WriteOutcome const silent{Verdict::noop, Reason::already_removed, {}, {}};
  for (auto const& invariant : step_invariants()) {
    EXPECT_FALSE(invariant.holds(before, Unblock{kAnn, kBob}, silent, after)) << invariant.name;
  }
}

}  // namespace
}  // namespace model
