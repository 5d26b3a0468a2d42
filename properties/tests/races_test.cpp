#include <gtest/gtest.h>

#include "properties/gen/scenario_gen.hpp"
#include "properties/harness/examine.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::mutants {
namespace {

std::vector<std::string_view> races() {
  std::vector<std::string_view> all;
  for (auto const& mutant : all_mutants()) {
    if (mutant.race) all.push_back(mutant.name);
  }
  return all;
}

/// A client, or a consumer with what it is fed by, but never two at once: sessions that come one
/// after the other overlap nobody.
trace::Scenario one_after_the_other(std::uint64_t number) {
  auto scenario = gen::generate(schedule::derive_seed(4, 1, number), {});
  std::vector<trace::Action> actions;
  for (auto const& session : scenario.sessions) {
    actions.insert(actions.end(), session.actions.begin(), session.actions.end());
  }
  scenario.sessions = {{"c1", std::move(actions)}};
  return scenario;
}

class EveryRace : public tests::WithServer, public ::testing::WithParamInterface<std::string_view> {
 protected:
  static void expect_survival(std::uint64_t cases) {
    auto const racy = worker(find_mutant(GetParam()));
    for (std::uint64_t number = 0; number < cases; ++number) {
      auto const examined = harness::replay(*racy, one_after_the_other(number));
      ASSERT_TRUE(examined.report.findings.empty())
          << GetParam() << " is no race: case " << number << " breaks "
          << examined.report.findings.front().property;
    }
  }
};

class EveryRaceSlow : public EveryRace {};

TEST_P(EveryRace, survives_300_cases_of_one_session) { expect_survival(300); }

TEST_P(EveryRaceSlow, survives_10000_cases_of_one_session) { expect_survival(10'000); }

auto const kNamed = [](auto const& tested) { return std::string{tested.param}; };

INSTANTIATE_TEST_SUITE_P(every, EveryRace, ::testing::ValuesIn(races()), kNamed);
INSTANTIATE_TEST_SUITE_P(every, EveryRaceSlow, ::testing::ValuesIn(races()), kNamed);

}  // namespace
}  // namespace properties::mutants
