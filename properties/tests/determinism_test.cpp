#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/gen/coverage.hpp"
#include "properties/gen/scenario_gen.hpp"
#include "properties/harness/examine.hpp"
#include "properties/schedule/decisions.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

constexpr std::uint64_t kScenarios = 300;

trace::Scenario drawn(std::uint64_t number) {
  gen::Mix mix;
  mix.max_actions = 4;
  return gen::generate(schedule::derive_seed(20, 1, number), mix);
}

class Determinism : public WithServer {};

TEST_F(Determinism, of_every_scenario_run_twice) {
  auto const own = worker();
  int blocked = 0;
  for (std::uint64_t number = 0; number < kScenarios; ++number) {
    auto const scenario = drawn(number);
    auto const strategy = strategy_for(number, static_cast<int>(number % 5), scenario);
    auto const first = harness::examine(*own, scenario, *strategy);
    auto const second = harness::replay(*own, first.scenario);
    EXPECT_EQ(harness::departure(first.scenario, first.result.run, second.result.run), "")
        << "scenario " << number;
    EXPECT_EQ(second.result.schedule, first.result.schedule) << "scenario " << number;
    EXPECT_TRUE(first.report.findings.empty()) << first.report.findings.front().property;
    blocked += first.result.blocked_steps > 0 ? 1 : 0;
  }
  EXPECT_GT(blocked, 60) << "too few of them meet a lock to show anything";
}

/// What was chosen against the default is exactly what the schedule says.
TEST_F(Determinism, of_decisions_read_from_a_run) {
  auto const own = worker();
  for (std::uint64_t number = 0; number < 60; ++number) {
    auto const scenario = drawn(number);
    auto const strategy = strategy_for(number, 0, scenario);
    auto const examined = harness::examine(*own, scenario, *strategy);
    std::set<trace::Switch> made;
    for (auto const& decision : schedule::decisions_of(examined.result.run)) {
      EXPECT_GE(decision.enabled.size(), 2U);
      auto const current = decision.last.session;
      bool const could_stay = !decision.after && std::count(decision.enabled.begin(),
                                                            decision.enabled.end(), current) > 0;
      int const by_default = could_stay ? current : decision.enabled.front();
      if (decision.chosen != by_default) {
        made.insert({decision.last, decision.chosen, decision.after});
      }
    }
    auto const& switches = examined.result.schedule.switches;
    EXPECT_EQ(made, std::set<trace::Switch>(switches.begin(), switches.end()))
        << "scenario " << number;
  }
}

/// A switch at any decision of a run leads to a run that is the same up to there.
TEST_F(Determinism, up_to_a_decision_that_is_made_otherwise) {
  auto const own = worker();
  int flipped = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    auto scenario = drawn(number);
    auto const plain = harness::replay(*own, scenario);
    auto const decisions = schedule::decisions_of(plain.result.run);
    for (std::size_t i = 0; i < decisions.size(); i += 5) {
      auto const& decision = decisions[i];
      int const other = decision.enabled[decision.enabled[0] == decision.chosen ? 1 : 0];
      scenario.schedule.switches = {{decision.last, other, decision.after}};
      auto const changed = harness::replay(*own, scenario);
      auto const now = schedule::decisions_of(changed.result.run);
      ASSERT_GT(now.size(), i);
      for (std::size_t k = 0; k < i; ++k) EXPECT_EQ(now[k].chosen, decisions[k].chosen);
      EXPECT_EQ(now[i].chosen, other);
      ++flipped;
    }
  }
  EXPECT_GT(flipped, 20);
}

class OutcomesSlow : public WithServer {};

TEST_F(OutcomesSlow, are_all_reached_by_generated_programs) {
  auto const own = worker();
  gen::Coverage coverage;
  std::uint64_t programs = 0;
  for (; programs < 3'000 && !coverage.missing().empty(); ++programs) {
    auto const scenario = gen::generate(schedule::derive_seed(20, 1, programs), {});
    auto const strategy = strategy_for(programs, static_cast<int>(programs % 5), scenario);
    coverage.count(harness::examine(*own, scenario, *strategy).result.run);
  }
  RecordProperty("programs", static_cast<int>(programs));
  std::string missing;
  for (auto const& outcome : coverage.missing()) missing += outcome + "\n";
  EXPECT_EQ(missing, "");
}

}  // namespace
}  // namespace properties::tests
