#include "properties/protocol/controls.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/protocol/scope.hpp"
#include "properties/protocol/explore.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::End;
using model::protocol::find_variant;
using model::protocol::kCorrect;

TEST(controls, are_one_for_each_variant) {
  std::set<std::string_view> named;
  for (auto const& control : all_controls()) named.insert(control.variant);
  for (auto const& variant : model::protocol::all_variants()) {
    EXPECT_TRUE(named.contains(variant.name)) << variant.name;
  }
  EXPECT_EQ(all_controls().size(), model::protocol::all_variants().size());
}

TEST(controls, are_found_with_a_shortest_counterexample) {
  for (auto const& control : all_controls()) {
    auto const found = explore(control.scenario, *find_variant(control.variant));
    EXPECT_EQ(found.end, End::violated) << control.variant;
    EXPECT_TRUE(found.breaks(control.breaks))
        << control.variant << " breaks " << names_of_claims(found.broken);
    EXPECT_EQ(found.broken & ~claims_tested_by(control.scenario), 0U) << control.variant;
    EXPECT_EQ(found.moves.size(), control.moves) << control.variant << '\n' << show(found.moves);
  }
}

TEST(controls, are_found_after_reduction_too) {
  for (auto const& control : all_controls()) {
    auto const found = explore(control.scenario, *find_variant(control.variant), {Search::reduced});
    EXPECT_EQ(found.end, End::violated) << control.variant;
  }
}

TEST(controls, show_nothing_where_the_services_are_as_they_are) {
  for (auto const& control : all_controls()) {
    auto const found = explore(control.scenario);
    EXPECT_EQ(found.end, End::exhausted)
        << control.variant << ": " << names_of_claims(found.broken) << '\n'
        << show(found.moves);
  }
}

}  // namespace
}  // namespace properties::protocol
