#include "properties/props/judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/props/invariants.hpp"
#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

using enum RelationState;

Story one_follow() {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.quiet();
  return story;
}

TEST(judge, a_run_that_is_right_has_no_findings) {
  auto story = one_follow();
  auto const report = judge(story.scenario(), story.run());
  EXPECT_TRUE(report.findings.empty()) << report.findings.front().property;
  EXPECT_TRUE(report.undecided.empty());
  EXPECT_TRUE(std::ranges::count(report.held, "relations_linearize"));
  EXPECT_TRUE(std::ranges::count(report.held, "sql.no_relation_between_blocked"));
  EXPECT_FALSE(std::ranges::count(report.held, "fresh_token_is_current")) << "nothing was read";
}

TEST(judge, the_same_run_gets_the_same_report_in_the_same_order) {
  auto story = one_follow();
  auto const first = judge(story.scenario(), story.run());
  EXPECT_EQ(first.held, judge(story.scenario(), story.run()).held);
  auto const sql =
      std::ranges::find(first.held, "sql.", [](auto const& n) { return n.substr(0, 4); });
  EXPECT_TRUE(std::ranges::is_sorted(first.held.begin(), sql)) << "C++ properties by name";
  EXPECT_TRUE(std::ranges::is_sorted(sql, first.held.end())) << "then SQL invariants by name";
}

TEST(judge, only_the_named_properties_are_asked) {
  auto story = one_follow();
  auto const report = judge(story.scenario(), story.run(), {"no_deadlock", "sql.one_row_per_pair"});
  EXPECT_EQ(report.held, (std::vector<std::string>{"no_deadlock", "sql.one_row_per_pair"}));
}

TEST(judge, a_broken_sql_invariant_is_a_finding_with_its_claim_and_its_first_row) {
  auto story = one_follow();
  auto run = story.run();
  run.log.back().broken = {{"no_relation_between_blocked", "blocker=2 blocked=1 state=ACTIVE"}};
  run.quiet.broken = {{"no_relation_between_blocked", "another row"}, {"users_own", "x=1"}};
  auto const report = judge(story.scenario(), run);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].property, "sql.no_relation_between_blocked");
  EXPECT_EQ(report.findings[0].because,
            (std::vector<std::string>{
                "After the commit at 3 this row broke it: blocker=2 blocked=1 state=ACTIVE.",
                "Claimed (R3): While one of two users has blocked the other, neither follows the "
                "other nor asks to."}));
  EXPECT_EQ(report.findings[0].file, "properties/invariants/no_relation_between_blocked.sql");
  EXPECT_EQ(report.findings[1].property, "sql.users_own");
  EXPECT_FALSE(std::ranges::count(report.held, "sql.no_relation_between_blocked"));
}

TEST(judge, a_finding_names_the_file_of_its_property) {
  Story story;
  story.does("c1", follow(1, 2), noop(model::Reason::already_active));
  auto const report = judge(story.scenario(), story.run(), {"relations_linearize"});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].file, "properties/props/relations_linearize.cpp");
  EXPECT_GT(report.findings[0].line, 0);
}

TEST(all_properties, have_a_name_of_their_own_a_claim_and_a_citation) {
  std::set<std::string> names;
  for (auto const& property : all_properties()) {
    EXPECT_TRUE(names.insert(std::string{property.name}).second) << property.name;
    EXPECT_TRUE(property.claim.ends_with('.')) << property.name;
    EXPECT_FALSE(property.cites.empty()) << property.name;
    std::string const file{property.file};
    EXPECT_EQ(file, "properties/props/" + std::string{property.name} + ".cpp");
  }
  EXPECT_GE(names.size(), 19U);
  for (auto const& invariant : all_invariants()) names.insert(property_name(invariant));
  EXPECT_EQ(property_names(), (std::vector<std::string>{names.begin(), names.end()}));
}

}  // namespace
}  // namespace properties::props::tests
