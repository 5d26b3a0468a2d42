#include "properties/shrink/size.hpp"

#include <gtest/gtest.h>

namespace properties::shrink {
namespace {

using model::PostId;
using model::UserId;

TEST(Size, counts_what_a_person_would_count) {
  trace::Scenario scenario;
  scenario.accounts = {{UserId{1}, false}, {UserId{2}, true}};
  scenario.given = {model::Follow{UserId{1}, UserId{2}}};
  scenario.sessions = {
      {"c1", {model::Block{UserId{2}, UserId{1}}, model::Unblock{UserId{2}, UserId{1}}}},
      {"p1", {trace::Deliver{model::Seq{1}}, trace::Deliver{model::Seq{2}}, trace::Rebuild{}}}};
  scenario.schedule.switches = {{{0, 0, trace::Step::commit, 0}, 1, false}};
  scenario.lost = {model::Seq{3}};
  auto const size = measure(scenario);
  EXPECT_EQ(size.operations, 4);  // The given one and the rebuild too.
  EXPECT_EQ(size.deliveries, 2);
  EXPECT_EQ(size.sessions, 2);
  EXPECT_EQ(size.switches, 1);
  EXPECT_EQ(size.lost, 1);
  EXPECT_EQ(show(size), "4 operations, 2 sessions, 1 switch, 2 deliveries");
}

TEST(Size, of_nothing_is_nought) { EXPECT_EQ(measure({}), Size{}); }

TEST(Size, prefers_fewer_operations_to_all_else) {
  Size const few{.operations = 2, .deliveries = 9, .sessions = 9, .lost = 9, .switches = 9};
  Size const many{.operations = 3};
  EXPECT_LT(few, many);
}

TEST(Size, prefers_fewer_sessions_to_fewer_switches) {
  Size const one{.operations = 2, .sessions = 1, .switches = 4};
  Size const two{.operations = 2, .sessions = 2, .switches = 1};
  EXPECT_LT(one, two);
}

trace::Scenario alone(trace::Action const& action) {
  trace::Scenario scenario;
  scenario.sessions = {{"c1", {action}}};
  return scenario;
}

TEST(Size, prefers_plain_values) {
  auto const plain = [](trace::Action const& a, trace::Action const& b) {
    return measure(alone(a)) < measure(alone(b));
  };
  EXPECT_TRUE(plain(model::Follow{UserId{1}, UserId{2}}, model::Follow{UserId{1}, UserId{3}}));
  EXPECT_TRUE(
      plain(model::Decide{UserId{1}, UserId{2}, true}, model::Decide{UserId{1}, UserId{2}, false}));
  EXPECT_TRUE(plain(model::CanRead{UserId{1}, PostId{1}, model::AccessMode::truth},
                    model::CanRead{UserId{1}, PostId{1}, model::AccessMode::fresh_token}));
  EXPECT_TRUE(plain(trace::Deliver{model::Seq{1}}, trace::Deliver{model::Seq{2}}));
}

TEST(Size, is_shown_in_the_singular_and_the_plural) {
  EXPECT_EQ(show(Size{.operations = 1, .deliveries = 1, .sessions = 1, .switches = 2}),
            "1 operation, 1 session, 2 switches, 1 delivery");
}

}  // namespace
}  // namespace properties::shrink
