#include "properties/trace/signature.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "properties/trace/tests/samples.hpp"

namespace properties::trace {
namespace {

using model::UserId;

Scenario follow_and_block(int follower, int followee) {
  Scenario scenario;
  UserId const a{follower};
  UserId const b{followee};
  scenario.accounts = {{a, false}, {b, false}};
  scenario.sessions = {{"c1", {model::Follow{a, b}}}, {"c2", {model::Block{b, a}}}};
  return scenario;
}

TEST(Signature, is_the_same_on_every_machine) {
  EXPECT_EQ(signature("relations_linearize", follow_and_block(1, 2)), "66d2c024");
}

TEST(Signature, the_shape_can_be_read) {
  EXPECT_EQ(shape_of(follow_and_block(7, 3)), "block(a,b) | follow(b,a)");
  EXPECT_EQ(shape_of(samples::everything().scenario),
            "given follow(a,b) accept(b,a) | block(b,a) unblock(b,a) unfollow(a,b) | deliver(e1) "
            "rebuild certify deliver(e2) | post_followers_locking(b,p1) "
            "can_read_content_token(a,p1)");
}

TEST(Signature, ignores_numbers_names_order_of_sessions_and_schedule) {
  auto const one = follow_and_block(1, 2);
  auto other = follow_and_block(4, 3);
  std::swap(other.sessions[0], other.sessions[1]);
  other.sessions[0].name = "z";
  other.schedule.switches = {{{0, 0, Step::commit, 0}, 1, false}};
  EXPECT_EQ(signature("p", one), signature("p", other));
}

TEST(Signature, tells_properties_operations_and_who_is_meant_apart) {
  auto const scenario = follow_and_block(1, 2);
  auto reversed = scenario;
  reversed.sessions[1].actions = {model::Block{UserId{1}, UserId{2}}};
  auto longer = scenario;
  longer.sessions[1].actions.emplace_back(model::Unblock{UserId{2}, UserId{1}});
  EXPECT_NE(signature("p", scenario), signature("q", scenario));
  EXPECT_NE(signature("p", scenario), signature("p", reversed));
  EXPECT_NE(signature("p", scenario), signature("p", longer));
}

}  // namespace
}  // namespace properties::trace
