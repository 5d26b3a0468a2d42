#include <gtest/gtest.h>

#include "model/protocol/scope.hpp"
#include "properties/protocol/explore.hpp"
#include "properties/protocol/scenes.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::End;
using model::TokenRead;
using model::protocol::bit;
using model::protocol::Goal;
using model::protocol::kCorrect;

constexpr std::uint32_t kAnswers = bit(Goal::changed) | bit(Goal::noop) | bit(Goal::rejected);
constexpr std::uint32_t kWaits = bit(Goal::waited_for_row) | bit(Goal::waited_for_key);

constexpr std::uint32_t kReadings =
    bit(Goal::let_in_by_view) | bit(Goal::kept_out_by_view) | bit(Goal::fell_back);
constexpr std::uint32_t kVerdicts = bit(Goal::applied) | bit(Goal::stale) | bit(Goal::dup);

/// Explores to the end, finds nothing wrong, and reaches what is to be reached.
Explored hold(model::protocol::Scenario const& scenario, std::uint32_t goals,
              Search search = Search::reduced) {
  auto explored = explore(scenario, kCorrect, {search, goals});
  EXPECT_EQ(explored.end, End::exhausted) << names_of_claims(explored.broken) << '\n'
                                          << show(explored.moves);
  EXPECT_EQ(explored.missed, 0U) << "never reached: " << names_of_goals(explored.missed);
  EXPECT_EQ(explored.reached & ~goals_about(scenario), 0U) << names_of_goals(explored.reached);
  testing::Test::RecordProperty("states", std::to_string(explored.statistics.states));
  return explored;
}

TEST(every_claim, holds_for_two_sessions_of_four_operations) {
  hold(everyone_does_anything({.sessions = 2, .operations = 4}), kAnswers | kWaits);
}

TEST(every_claim, holds_for_four_sessions_of_one_operation) {
  hold(everyone_does_anything({.sessions = 4, .operations = 1, .one_is_private = true}),
       kAnswers | kWaits | bit(Goal::waited_in_queue));
}

TEST(every_claim, holds_for_three_users_and_three_sessions) {
  hold(everyone_does_anything({.users = 3, .sessions = 3, .operations = 1}), kAnswers | kWaits);
}

TEST(every_claim, holds_where_transactions_are_rolled_back) {
  hold(everyone_does_anything({.sessions = 3, .operations = 1, .mishaps = 2}),
       kAnswers | kWaits | bit(Goal::aborted) | bit(Goal::chose_who_wakes), Search::every_order);
}

TEST(every_claim, holds_in_every_order_of_three_sessions_of_two_operations) {
  hold(follows_beside_blocks(3, 2), kAnswers | kWaits, Search::every_order);
}

TEST(every_claim, holds_for_three_sessions_of_two_operations_Slow) {
  hold(everyone_does_anything({.sessions = 3, .operations = 2, .one_is_private = true}),
       kAnswers | kWaits | bit(Goal::waited_in_queue));
}

TEST(every_claim, holds_for_three_users_and_two_sessions_of_two_operations_Slow) {
  hold(everyone_does_anything({.users = 3, .sessions = 2, .operations = 2}), kAnswers | kWaits);
}

TEST(every_claim, holds_for_two_consumers) {
  hold(consumers_of_anything(2), kVerdicts | kWaits, Search::every_order);
}

TEST(every_claim, holds_for_three_consumers_Slow) {
  hold(consumers_of_anything(3), kVerdicts | kWaits);
}

/// T5: the declared window.
TEST(a_plain_token, lets_a_revocation_escape_that_commits_before_the_post) {
  hold(posts_beside_revocation(TokenRead::plain), bit(Goal::revocation_escaped) | kReadings,
       Search::every_order);
}

TEST(a_locked_token, covers_every_revocation_that_commits_before_the_post) {
  auto const explored = hold(posts_beside_revocation(TokenRead::locking),
                             kReadings | bit(Goal::waited_for_row), Search::every_order);
  EXPECT_FALSE(explored.reaches(Goal::revocation_escaped));
}

}  // namespace
}  // namespace properties::protocol
