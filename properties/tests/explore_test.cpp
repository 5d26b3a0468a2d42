#include "properties/explore/explore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "impl/log/log.hpp"
#include "properties/explore/all.hpp"
#include "properties/explore/token_window.hpp"
#include "properties/explore/walk.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/with_server.hpp"
#include "properties/trace/render.hpp"

namespace properties::tests {
namespace {

using explore::Exploration;
using model::UserId;
using trace::Action;

constexpr UserId kA{1};
constexpr UserId kB{2};

Action follow(UserId follower, UserId followee) { return model::Follow{follower, followee}; }
Action unfollow(UserId follower, UserId followee) { return model::Unfollow{follower, followee}; }
Action block(UserId blocker, UserId blocked) { return model::Block{blocker, blocked}; }
Action unblock(UserId blocker, UserId blocked) { return model::Unblock{blocker, blocked}; }

trace::Scenario scenario(std::vector<Action> given, std::vector<std::vector<Action>> sessions,
                         bool b_private = false) {
  trace::Scenario made;
  made.accounts = {{kA, false}, {kB, b_private}};
  made.given = std::move(given);
  for (auto& actions : sessions) {
    made.sessions.push_back({"c" + std::to_string(made.sessions.size() + 1), std::move(actions)});
  }
  return made;
}

std::set<explore::Outcome> outcomes_of(Exploration const& exploration) {
  std::set<explore::Outcome> outcomes;
  for (auto const& [outcome, seen] : exploration.outcomes) outcomes.insert(outcome);
  return outcomes;
}

class Explore : public WithServer {
 protected:
  void SetUp() override { impl::set_log_level(impl::LogLevel::off); }
  static Exploration run(trace::Scenario const& made, bool reduction,
                         mutants::Mutant const* mutant = nullptr) {
    auto const mine = worker(mutant);
    return explore::explore(*mine, made, mutant, {.reduction = reduction});
  }
  /// Both ways come to the same outcomes. Answers the reduced one.
  static Exploration compare(trace::Scenario const& made, mutants::Mutant const* mutant = nullptr) {
    auto const reduced = run(made, true, mutant);
    auto const all = run(made, false, mutant);
    EXPECT_TRUE(reduced.finished);
    EXPECT_TRUE(all.finished);
    EXPECT_LE(reduced.executions, all.executions);
    EXPECT_EQ(outcomes_of(reduced), outcomes_of(all))
        << reduced.outcomes.size() << " of " << all.outcomes.size();
    return reduced;
  }
};

TEST_F(Explore, follow_beside_block_takes_few_executions) {
  auto const absent = compare(scenario({}, {{follow(kA, kB)}, {block(kB, kA)}}));
  EXPECT_LE(absent.executions, 4);
  EXPECT_EQ(absent.outcomes.size(), 2U);
  auto const present =
      compare(scenario({follow(kA, kB), unfollow(kA, kB)}, {{follow(kA, kB)}, {block(kB, kA)}}));
  EXPECT_LE(present.executions, 4);
}

/// What every order of all steps sees.
explore::EdgeCoverage all_edges(harness::Worker& worker, trace::Scenario const& made) {
  explore::EdgeCoverage seen{1};
  explore::Limits limits{.reduction = false};
  limits.on_run = [&](harness::Examined const& examined) { seen.saw(examined.result.run); };
  EXPECT_TRUE(explore::explore(worker, made, nullptr, limits).finished);
  return seen;
}

TEST_F(Explore, a_patient_walk_sees_every_edge_there_is) {
  auto const mine = worker();
  auto const made = scenario({}, {{follow(kA, kB)}, {block(kB, kA)}});
  auto const all = all_edges(*mine, made);
  explore::EdgeCoverage coverage{300};
  auto const walked =
      explore::walk(*mine, made, {schedule::find_strategy("portfolio"), 1}, coverage, {});
  EXPECT_TRUE(walked.finished);
  EXPECT_GE(walked.executions, 300);
  EXPECT_EQ(coverage.states(), all.states());
  EXPECT_EQ(coverage.edges(), all.edges());
}

TEST_F(Explore, a_hasty_walk_stops_early) {
  auto const mine = worker();
  auto const made = scenario({}, {{follow(kA, kB)}, {block(kB, kA)}});
  explore::EdgeCoverage coverage{1};
  auto const route = explore::Route{schedule::find_strategy("preempt:1"), 7};
  EXPECT_TRUE(explore::walk(*mine, made, route, coverage, {}).finished);
  EXPECT_LT(coverage.edges(), all_edges(*mine, made).edges());
}

TEST_F(Explore, a_revocation_escapes_a_plain_token_and_no_locking_one) {
  auto const mine = worker();
  for (auto const& revocation : {unfollow(kA, kB), block(kB, kA), block(kA, kB)}) {
    auto const made = scenario(
        {follow(kA, kB)},
        {{model::MakePost{kB, model::PostId{1}, model::Visibility::followers}}, {revocation}});
    auto const window = [&](model::TokenRead read) {
      return explore::explore_window(*mine, explore::with_tokens(made, read), nullptr, {});
    };
    auto const plain = window(model::TokenRead::plain);
    EXPECT_GT(plain.escaped, 0);
    auto const locking = window(model::TokenRead::locking);
    EXPECT_TRUE(locking.finished);
    EXPECT_GT(locking.executions, 1);
    EXPECT_EQ(locking.escaped, 0);
  }
}

TEST_F(Explore, a_locking_token_without_its_lock_opens_the_window_again) {
  auto const* mutant = mutants::find_mutant("locking_token_without_lock");
  auto const mine = worker(mutant);
  auto const made = scenario({follow(kA, kB)},
                             {{model::MakePost{kB, model::PostId{1}, model::Visibility::followers,
                                               model::TokenRead::locking}},
                              {unfollow(kA, kB)}});
  EXPECT_GT(explore::explore_window(*mine, made, mutant, {}).escaped, 0);
}

TEST_F(Explore, comes_to_the_same_with_reduction_and_without) {
  auto const active = std::vector<Action>{follow(kA, kB)};
  compare(scenario(active, {{unfollow(kA, kB)}, {block(kB, kA)}}));
  compare(scenario(active, {{unfollow(kA, kB)}, {follow(kA, kB)}}));
  compare(scenario(active, {{follow(kA, kB)}, {follow(kA, kB)}}));
  compare(scenario({block(kB, kA)}, {{unblock(kB, kA)}, {follow(kA, kB)}}));
  compare(scenario({block(kB, kA)}, {{unblock(kB, kA)}, {block(kA, kB)}}));
  compare(scenario(active, {{model::Decide{kB, kA, true}}, {unfollow(kA, kB)}}, true));
}

TEST_F(Explore, comes_to_the_same_for_posts_and_readers) {
  model::PostId const post{1};
  model::MakePost const plain{kB, post, model::Visibility::followers, model::TokenRead::plain};
  compare(scenario({follow(kA, kB), plain},
                   {{block(kB, kA)}, {model::CanRead{kA, post, model::AccessMode::truth}}}));
  compare(scenario({follow(kA, kB)}, {{unfollow(kA, kB)}, {plain}}));
  auto locking = plain;
  locking.token = model::TokenRead::locking;
  compare(scenario({follow(kA, kB)}, {{unfollow(kA, kB)}, {locking}}));
}

TEST_F(Explore, comes_to_the_same_for_consumers) {
  trace::Deliver const first{model::Seq{1}};
  compare(scenario({follow(kA, kB)}, {{first}, {first}}));
  compare(scenario({follow(kA, kB)}, {{first}, {trace::Certify{}}}));
  compare(scenario({follow(kA, kB), unfollow(kA, kB)}, {{trace::Certify{}}, {trace::Rebuild{}}}));
}

TEST_F(Explore, finds_what_breaks_a_mutant_with_reduction_and_without) {
  auto const* early = mutants::find_mutant("checks_block_before_lock");
  auto const found = compare(scenario({}, {{follow(kA, kB)}, {block(kB, kA)}}), early);
  EXPECT_GT(found.violations, 0);
  // Its SQL is not the table's, so that it depends on everything.
  auto const* unlocked = mutants::find_mutant("reads_pair_without_lock");
  EXPECT_GT(compare(scenario({follow(kA, kB)}, {{unfollow(kA, kB)}, {unfollow(kA, kB)}}), unlocked)
                .violations,
            0);
}

TEST_F(Explore, tries_every_victim_of_a_deadlock) {
  // Whoever is the victim tries again, so that there are too many schedules to try all of them.
  auto const* mutant = mutants::find_mutant("locks_in_call_order");
  auto const made = scenario({}, {{block(kA, kB)}, {block(kB, kA)}});
  auto const mine = worker(mutant);
  auto const reduced = explore::explore(*mine, made, mutant, {});
  EXPECT_TRUE(reduced.finished);
  EXPECT_GT(reduced.victims.at(0), 0);
  EXPECT_GT(reduced.victims.at(1), 0);
  auto const some = explore::explore(*mine, made, mutant, {.reduction = false, .executions = 150});
  auto const known = outcomes_of(reduced);
  for (auto const& outcome : outcomes_of(some)) EXPECT_TRUE(known.contains(outcome));
}

TEST_F(Explore, three_sessions_take_fewer_than_forty_executions) {
  auto const three = run(scenario({}, {{follow(kA, kB)}, {block(kA, kB)}, {follow(kB, kA)}}), true);
  EXPECT_TRUE(three.finished);
  EXPECT_LT(three.executions, 40);
  EXPECT_EQ(three.violations, 0);
  EXPECT_EQ(three.outcomes.size(), 5U);  // Six orders; after a block both follows are refused.
}

TEST(AllScenarios, are_every_choice_in_every_state) {
  auto const pairs = explore::all_scenarios(2);
  EXPECT_EQ(pairs.size(), 78U * 97U);
  EXPECT_EQ(std::set<trace::Scenario>(pairs.begin(), pairs.end()).size(), pairs.size());
  EXPECT_EQ(explore::all_scenarios(3).size(), 364U * 97U);
}

class ExploreSlow : public Explore {};

TEST_F(ExploreSlow, comes_to_the_same_for_a_sample_of_all_pairs) {
  auto const all = explore::all_scenarios(2);
  schedule::Rng rng{7};
  for (int i = 0; i < 30; ++i) {
    auto const& made = all[rng.below(all.size())];
    compare(made);
    if (HasFailure()) FAIL() << trace::render_scenario(made);
  }
}

}  // namespace
}  // namespace properties::tests
