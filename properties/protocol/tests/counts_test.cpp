#include <gtest/gtest.h>

#include "checker/exploration/decorators.hpp"
#include "checker/exploration/runs.hpp"
#include "properties/protocol/protocol.hpp"
#include "properties/protocol/scripts.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::count_runs;
using checker::exploration::Reduced;
using model::Pair;
using model::UserId;
using model::protocol::in_order;
using model::protocol::Scenario;
using model::protocol::Task;

constexpr Pair k12{UserId{1}, UserId{2}};
constexpr Pair k21{UserId{2}, UserId{1}};
constexpr Pair k13{UserId{1}, UserId{3}};

enum class Rows { absent, present };

Scenario racing(std::vector<Task> const& tasks, Rows rows) {
  Scenario scenario{public_accounts(3), {}, {}};
  if (rows == Rows::present) scenario.given = placeholders(3);
  for (auto const& task : tasks) scenario.sessions.push_back(in_order({task}));
  return scenario;
}

std::uint64_t sequences(std::vector<Task> const& tasks, Rows rows) {
  return count_runs(Protocol{racing(tasks, rows)}).value();
}

TEST(feasible_sequences, of_fixed_follow_beside_block_are_those_of_the_server) {
  std::vector<Task> const pair{follow_script(k12), block_script(k12)};
  EXPECT_EQ(sequences(pair, Rows::absent), 105U);
  EXPECT_EQ(sequences(pair, Rows::present), 339U);
}

TEST(feasible_sequences, of_disjoint_pairs_share_the_end_of_the_log_alone) {
  EXPECT_EQ(sequences({follow_script(k12), block_script(k13)}, Rows::absent), 17'875U);
}

TEST(feasible_sequences, of_three_are_counted_without_being_walked) {
  std::vector<Task> const three{follow_script(k12), block_script(k12), follow_script(k21)};
  EXPECT_EQ(sequences(three, Rows::absent), 5'397'556U);
  EXPECT_EQ(sequences(three, Rows::present), 21'869'476U);
}

TEST(feasible_sequences, of_two_transactions_each) {
  Scenario scenario{public_accounts(2), {}, {}};
  scenario.sessions = {in_order({follow_script(k12), block_script(k12)}),
                       in_order({block_script(k12), follow_script(k12)})};
  EXPECT_EQ(count_runs(Protocol{scenario}), 840'310U);
}

}  // namespace
}  // namespace properties::protocol
