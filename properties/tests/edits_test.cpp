#include "properties/shrink/edits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "properties/gen/scenario_gen.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/shrink/size.hpp"
#include "properties/trace/validate.hpp"

namespace properties::shrink {
namespace {

using schedule::Rng;
using trace::Scenario;

/// As after some posts were dropped.
void raise_posts(std::vector<trace::Action>& actions) {
  for (auto& action : actions) {
    if (auto* post = std::get_if<model::MakePost>(&action)) {
      post->post = model::PostId{post->post.value() + 2};
    } else if (auto* read = std::get_if<model::CanRead>(&action)) {
      read->post = model::PostId{read->post.value() + 2};
    }
  }
}

/// A generated program with switches at points that it has, as a run would leave them.
Scenario scheduled(std::uint64_t seed) {
  auto scenario = gen::generate(seed, gen::Mix{});
  Rng rng{schedule::derive_seed(seed, 77, 0)};
  constexpr std::array kSteps{trace::Step::begin, trace::Step::lock_pair, trace::Step::commit};
  std::set<std::pair<trace::Point, bool>> places;
  if (rng.chance(1, 2)) {
    raise_posts(scenario.given);
    for (auto& session : scenario.sessions) raise_posts(session.actions);
  }
  auto const sessions = scenario.sessions.size();
  for (int i = 0; i < 12 && sessions > 1; ++i) {
    auto const session = rng.below(sessions);
    trace::Point const at{static_cast<int>(session),
                          static_cast<int>(rng.below(scenario.sessions[session].actions.size())),
                          kSteps[rng.below(kSteps.size())], static_cast<int>(rng.below(2))};
    bool const after = rng.chance(1, 4);
    auto const to = static_cast<int>((session + 1 + rng.below(sessions - 1)) % sessions);
    if (places.insert({at, after}).second) scenario.schedule.switches.push_back({at, to, after});
  }
  return scenario;
}

std::string flaw_of(Scenario const& scenario) {
  auto const flaw = trace::find_flaw(scenario);
  return flaw ? flaw->place + ": " + flaw->what : std::string{};
}

class EveryPass : public ::testing::TestWithParam<Pass> {};

TEST_P(EveryPass, keeps_scenarios_well_formed) {
  std::size_t candidates = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    auto const scenario = scheduled(seed);
    ASSERT_EQ(flaw_of(scenario), "") << "seed " << seed;
    for (auto const& candidate : GetParam().candidates(scenario)) {
      ++candidates;
      ASSERT_EQ(flaw_of(candidate), "") << GetParam().name << ", seed " << seed;
      for (auto const& session : candidate.sessions) ASSERT_FALSE(session.actions.empty());
    }
  }
  EXPECT_GT(candidates, 20U);
}

/// Applied as long as it makes the scenario smaller, every pass comes to an end.
TEST_P(EveryPass, comes_to_an_end) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto scenario = scheduled(seed);
    int rounds = 0;
    for (bool smaller = true; smaller; ++rounds) {
      ASSERT_LT(rounds, 500);
      smaller = false;
      auto const before = measure(scenario);
      for (auto const& candidate : GetParam().candidates(scenario)) {
        if (measure(candidate) >= before) continue;
        scenario = candidate;
        smaller = true;
        break;
      }
    }
    ASSERT_EQ(flaw_of(scenario), "") << GetParam().name << ", seed " << seed;
  }
}

TEST_P(EveryPass, makes_some_scenario_smaller) {
  int smaller = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    auto const scenario = scheduled(seed);
    for (auto const& candidate : GetParam().candidates(scenario)) {
      smaller += measure(candidate) < measure(scenario) ? 1 : 0;
    }
  }
  EXPECT_GT(smaller, 0);
}

INSTANTIATE_TEST_SUITE_P(every, EveryPass, ::testing::ValuesIn(program_passes()),
                         [](auto const& tested) {
                           std::string name{tested.param.name};
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Whatever is taken away: what is left is nothing but the scenario's own.
TEST(Passes, together_leave_nothing_of_a_scenario_that_always_fails) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto scenario = scheduled(seed);
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (auto const& pass : program_passes()) {
        for (auto const& candidate : pass.candidates(scenario)) {
          if (measure(candidate) >= measure(scenario)) continue;
          scenario = candidate;
          smaller = true;
          break;
        }
      }
    }
    EXPECT_EQ(measure(scenario), Size{}) << "seed " << seed;
  }
}

TEST(DropActions, renumbers_the_switches_behind_them) {
  model::Follow const follow{model::UserId{1}, model::UserId{2}};
  Scenario scenario;
  scenario.accounts = {{model::UserId{1}, false}, {model::UserId{2}, false}};
  scenario.sessions = {{"c1", {follow, follow, follow}}, {"c2", {follow}}};
  trace::Switch const before_first{{0, 0, trace::Step::commit, 0}, 1, false};
  trace::Switch const before_last{{0, 2, trace::Step::commit, 0}, 1, false};
  scenario.schedule.switches = {before_first, before_last};
  auto const& passes = program_passes();
  auto const pass = std::find_if(passes.begin(), passes.end(),
                                 [](Pass const& one) { return one.name == "drop-actions"; });
  ASSERT_NE(pass, passes.end());
  std::set<std::vector<trace::Switch>> seen;
  for (auto const& candidate : pass->candidates(scenario)) {
    if (candidate.sessions.size() == 2) seen.insert(candidate.schedule.switches);
  }
  trace::Switch const moved{{0, 1, trace::Step::commit, 0}, 1, false};
  EXPECT_TRUE(seen.contains({moved}));                // The first was dropped.
  EXPECT_TRUE(seen.contains({before_first, moved}));  // The second.
  EXPECT_TRUE(seen.contains({before_first}));         // The last.
}

}  // namespace
}  // namespace properties::shrink
