#include <gtest/gtest.h>

#include "checker/exploration/breadth_first.hpp"
#include "checker/exploration/depth_first.hpp"
#include "properties/protocol/protocol.hpp"
#include "properties/protocol/scenes.hpp"
#include "properties/trace/step.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::BreadthFirst;
using checker::exploration::DepthFirst;
using checker::exploration::Reduced;
using checker::exploration::Symmetric;

std::vector<model::protocol::Scenario> scenarios() {
  return {follows_beside_blocks(2, 2),
          follows_beside_blocks(3, 1),
          everyone_does_anything({.sessions = 2, .operations = 2, .one_is_private = true}),
          everyone_does_anything({.users = 3, .sessions = 2, .operations = 1}),
          posts_beside_revocation(model::TokenRead::plain),
          consumers_of_anything(2)};
}

TEST(reduction, keeps_every_end_and_every_goal) {
  for (auto const& scenario : scenarios()) {
    Protocol const protocol{scenario};
    Reduced<Protocol> const reduced{protocol};
    auto const all = BreadthFirst<Protocol>{protocol}.run();
    auto const some = BreadthFirst<Reduced<Protocol>>{reduced}.run();
    EXPECT_EQ(some.statistics.at_rest, all.statistics.at_rest);
    EXPECT_EQ(some.reached, all.reached);
    EXPECT_LE(some.statistics.transitions, all.statistics.transitions);
  }
}

TEST(reduction, leaves_a_fifth_of_the_steps_of_three_sessions) {
  Protocol const protocol{follows_beside_blocks(3, 1)};
  Reduced<Protocol> const reduced{protocol};
  Symmetric<Reduced<Protocol>> const symmetric{reduced};
  auto const all = BreadthFirst<Protocol>{protocol}.run();
  auto const some = BreadthFirst<Symmetric<Reduced<Protocol>>>{symmetric}.run();
  EXPECT_LT(some.statistics.transitions * 5, all.statistics.transitions);
}

TEST(depth_first, visits_what_breadth_first_visits) {
  using checker::exploration::BitVisits;
  using checker::exploration::ExactVisits;
  Protocol const protocol{follows_beside_blocks(3, 1)};
  auto const wide = BreadthFirst<Protocol>{protocol}.run();
  DepthFirst<Protocol, ExactVisits> deep{protocol, ExactVisits{protocol.words()}};
  EXPECT_EQ(deep.run().statistics.states, wide.statistics.states);
  DepthFirst<Protocol, BitVisits> bits{protocol, BitVisits{26}};
  EXPECT_EQ(bits.run().reached, wide.reached);
}

TEST(a_state, of_two_users_and_three_sessions_is_stored_in_32_bytes) {
  EXPECT_EQ(Protocol{follows_beside_blocks(3, 2)}.words() * 8, 32U);
  EXPECT_EQ(Protocol{everyone_does_anything({.sessions = 3, .operations = 2})}.words() * 8, 32U);
}

TEST(steps, have_the_names_they_have_in_traces) {
  for (auto const name : model::protocol::kStepNames) {
    EXPECT_TRUE(trace::step_named(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace properties::protocol
