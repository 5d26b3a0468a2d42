#include <fmt/format.h>
#include <gtest/gtest.h>

#include "properties/harness/examine.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/protocol/controls.hpp"
#include "properties/protocol/explore.hpp"
#include "properties/protocol/translate.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::protocol {
namespace {

using model::protocol::find_variant;

class Counterexample : public tests::WithServer, public ::testing::WithParamInterface<std::size_t> {
 protected:
  [[nodiscard]] static Control const& control() { return all_controls()[GetParam()]; }
  [[nodiscard]] static Explored explored() {
    return explore(control().scenario, *find_variant(control().variant));
  }
};

TEST_P(Counterexample, fails_on_the_server_with_the_same_mutant_step_by_step) {
  auto const* mutant = mutants::find_mutant(control().variant);
  ASSERT_NE(mutant, nullptr) << "each variant is named after a mutant";
  auto const found = explored();
  auto const scenario = translate(control().scenario, found.moves);
  auto const broken = worker(mutant);
  auto const examined = harness::replay(*broken, scenario);
  EXPECT_FALSE(examined.report.findings.empty()) << show(found.moves);
  EXPECT_EQ(moves_taken(examined.result.run, found.moves), found.moves.size()) << show(found.moves);
}

TEST_P(Counterexample, does_not_fail_where_the_services_are_as_they_are) {
  auto const scenario = translate(control().scenario, explored().moves);
  auto const sound = worker();
  auto const examined = harness::replay(*sound, scenario);
  EXPECT_TRUE(examined.report.findings.empty()) << examined.report.findings.front().property;
}

std::vector<std::size_t> positions() {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < all_controls().size(); ++i) all.push_back(i);
  return all;
}

INSTANTIATE_TEST_SUITE_P(of, Counterexample, ::testing::ValuesIn(positions()),
                         [](auto const& tested) {
                           return std::string{all_controls()[tested.param].variant};
                         });

}  // namespace
}  // namespace properties::protocol
