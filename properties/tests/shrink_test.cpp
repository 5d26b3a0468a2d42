#include "properties/shrink/shrink.hpp"

#include <gtest/gtest.h>

#include "properties/gen/scenario_gen.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/with_server.hpp"
#include "properties/trace/validate.hpp"

namespace properties::shrink {
namespace {

class ShrinkTest : public tests::WithServer {
 protected:
  /// The first generated scenario in which the mutant breaks the property that claims it.
  static harness::Examined first_failure(harness::Worker& broken, mutants::Mutant const& mutant) {
    for (std::uint64_t program = 0; program < 400; ++program) {
      auto const scenario = gen::generate(schedule::derive_seed(3, 1, program), {});
      for (int k = 0; k < 5; ++k) {
        auto const strategy = tests::strategy_for(program, k, scenario);
        auto examined = harness::examine(broken, scenario, *strategy);
        if (tests::fails(examined, mutant.killed_by)) return examined;
      }
    }
    return {};
  }

  static Shrunk shrunk_failure_of(std::string const& name, Limits const& limits) {
    auto const& mutant = *mutants::find_mutant(name);
    auto const broken = worker(&mutant);
    auto const found = first_failure(*broken, mutant);
    EXPECT_FALSE(found.report.findings.empty()) << "the mutant was not found";
    return shrink(*broken, found, {std::string{mutant.killed_by}}, limits);
  }
};

TEST_F(ShrinkTest, boils_a_race_down_to_two_operations_and_one_switch) {
  auto const shrunk = shrunk_failure_of("checks_block_before_lock", {});
  EXPECT_TRUE(shrunk.finished);
  EXPECT_EQ(show(shrunk.to), "2 operations, 2 sessions, 1 switch, 0 deliveries");
  EXPECT_LT(shrunk.to, shrunk.from);
  EXPECT_TRUE(tests::fails(shrunk.best, "sql.no_relation_between_blocked"));
  EXPECT_FALSE(trace::find_flaw(shrunk.best.scenario).has_value());
}

TEST_F(ShrinkTest, tells_of_every_step_down) {
  std::vector<Size> told;
  Limits limits;
  limits.on_better = [&](harness::Examined const& better, std::string_view) {
    told.push_back(measure(better.scenario));
  };
  auto const shrunk = shrunk_failure_of("unblock_restores", limits);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), shrunk.to);
  for (std::size_t i = 1; i < told.size(); ++i) {
    auto before = told[i - 1];
    auto now = told[i];
    if (now.switches < before.switches) continue;
    now.switches = before.switches = 0;  // A smaller program may need more switches at first.
    EXPECT_LT(now, before);
  }
}

TEST_F(ShrinkTest, stops_when_it_is_told_and_keeps_what_it_has) {
  int better = 0;
  Limits limits;
  limits.on_better = [&](harness::Examined const&, std::string_view) { ++better; };
  limits.stopped = [&] { return better >= 1; };
  auto const shrunk = shrunk_failure_of("unblock_restores", limits);
  EXPECT_FALSE(shrunk.finished);
  EXPECT_EQ(better, 1);
  EXPECT_LT(shrunk.to, shrunk.from);
  EXPECT_FALSE(shrunk.best.report.findings.empty());
}

}  // namespace
}  // namespace properties::shrink
