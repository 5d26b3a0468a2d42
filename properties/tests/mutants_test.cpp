#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/gen/scenario_gen.hpp"
#include "properties/harness/examine.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/props/judge.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::mutants {
namespace {

/// Cases, not time: what a mutant needs is a function of the seed.
constexpr int kCases = 4'000;

TEST(Mutants, are_claimed_by_properties_that_exist) {
  auto const properties = props::property_names();
  for (auto const& mutant : all_mutants()) {
    EXPECT_EQ(std::count(properties.begin(), properties.end(), mutant.killed_by), 1)
        << mutant.name << " is claimed by " << mutant.killed_by;
  }
}

/// An SQL invariant is shown rows that break it; a property is shown services that do.
TEST(Mutants, leave_no_property_unclaimed) {
  for (auto const& property : props::property_names()) {
    if (property.starts_with("sql.")) continue;
    auto const& all = all_mutants();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](Mutant const& mutant) { return mutant.killed_by == property; }))
        << "no mutant is claimed by " << property << "; see properties/mutants";
  }
}

TEST(Mutants, have_names_of_their_own_and_say_what_they_do) {
  std::set<std::string_view> names;
  for (auto const& mutant : all_mutants()) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    EXPECT_FALSE(mutant.what.empty()) << mutant.name;
    EXPECT_FALSE(mutant.breaks.empty()) << mutant.name;
    EXPECT_EQ(find_mutant(mutant.name), &mutant);
  }
  EXPECT_EQ(find_mutant("no_such"), nullptr);
}

TEST(Mutants, change_something) {
  for (auto const& mutant : all_mutants()) {
    EXPECT_TRUE(mutant.truth != nullptr || mutant.projection != nullptr ||
                mutant.access != nullptr || !mutant.statements.empty())
        << mutant.name;
  }
}

TEST(Mutants, replace_only_statements_that_exist) {
  for (auto const& mutant : all_mutants()) {
    for (auto const& statement : mutant.statements) {
      auto const& known = impl::postgres::kStatements;
      EXPECT_TRUE(std::any_of(
          known.begin(), known.end(),
          [&](auto const& one) { return std::string_view{one.name} == statement.name; }))
          << mutant.name << ": " << statement.name;
    }
  }
}

class EveryMutant : public tests::WithServer,
                    public ::testing::WithParamInterface<std::string_view> {};

TEST_P(EveryMutant, is_killed_by_the_property_that_claims_it) {
  auto const& mutant = *find_mutant(GetParam());
  auto const broken = worker(&mutant);
  int cases = 0;
  for (std::uint64_t program = 0; cases < kCases; ++program) {
    auto const scenario = gen::generate(schedule::derive_seed(1, 1, program), {});
    int const schedules = scenario.sessions.size() < 2 ? 1 : 5;
    for (int k = 0; k < schedules; ++k, ++cases) {
      auto const strategy = tests::strategy_for(program, k, scenario);
      auto const examined = harness::examine(*broken, scenario, *strategy);
      if (!tests::fails(examined, mutant.killed_by)) continue;
      RecordProperty("cases", cases + 1);
      return;
    }
  }
  ADD_FAILURE() << mutant.name << " survived " << cases << " cases of " << mutant.killed_by;
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (auto const& mutant : all_mutants()) all.push_back(mutant.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(every, EveryMutant, ::testing::ValuesIn(names()),
                         [](auto const& tested) { return std::string{tested.param}; });

}  // namespace
}  // namespace properties::mutants
