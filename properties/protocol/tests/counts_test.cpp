#include <gtest/gtest.h>

#include "checker/exploration/runs.hpp"
#include "model/protocol/edits.hpp"
#include "properties/protocol/protocol.hpp"
#include "properties/protocol/scripts.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::count_runs;
using checker::exploration::Reduced;
using checker::exploration::Runs;
using model::Block;
using model::Follow;
using model::Pair;
using model::UserId;
using model::protocol::Effect;
using model::protocol::in_order;
using model::protocol::Place;
using model::protocol::Scenario;
using model::protocol::Step;
using model::protocol::Task;
using model::protocol::edits::insert_before;
using model::protocol::edits::move_before;

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

TEST(feasible_sequences, of_a_mutant_that_checks_before_it_locks) {
  auto early = follow_script(k12);
  move_before(early.program, Step::check_block, Step::ensure_pair);
  EXPECT_EQ(sequences({early, block_script(k12)}, Rows::absent), 321U);
  EXPECT_EQ(sequences({early, block_script(k12)}, Rows::present), 838U);
}

/// Deadlocks count as ends.
std::uint64_t sequences_to_deadlock(std::vector<Task> const& tasks, Rows rows) {
  Protocol const protocol{racing(tasks, rows)};
  auto const deadlocked = [&](Protocol::State const& state) {
    std::vector<Protocol::Action> actions;
    protocol.enabled(state, actions);
    return !actions.empty() && actions.front().kind == Protocol::Action::Kind::victim;
  };
  return Runs<Protocol, decltype(deadlocked)>{protocol, deadlocked}.count().value();
}

TEST(feasible_sequences, of_a_mutant_that_locks_in_another_order_may_end_in_deadlock) {
  auto follow = follow_script(k12);
  insert_before(follow.program, Step::ensure_pair,
                {{Step::ensure_pair, Effect::insert_row, Place::reverse},
                 {Step::lock_pair, Effect::lock_row, Place::reverse}});
  EXPECT_EQ(sequences_to_deadlock({follow, block_script(k12)}, Rows::absent), 112U + 60U);
  EXPECT_EQ(sequences_to_deadlock({follow, block_script(k12)}, Rows::present), 450U + 210U);
}

/// BEGIN and what follows it are one step.
class BeginsMerged : public checker::exploration::Decorated<Protocol> {
 public:
  using Decorated::Decorated;
  void enabled(State const& state, std::vector<Action>& actions) const {
    auto const first = actions.size();
    std::vector<Action> all;
    beneath().enabled(state, all);
    beneath().machine().merge_begins(state, all);
    actions.insert(actions.begin() + static_cast<std::ptrdiff_t>(first), all.begin(), all.end());
  }
};

std::uint64_t merged_sequences(std::vector<Task> const& tasks, Rows rows) {
  Protocol const protocol{racing(tasks, rows)};
  return count_runs(BeginsMerged{protocol}).value();
}

TEST(feasible_sequences, are_fewer_where_begin_is_merged_with_the_next_step) {
  std::vector<Task> const pair{follow_script(k12), block_script(k12)};
  EXPECT_EQ(merged_sequences(pair, Rows::absent), 16U);
  EXPECT_EQ(merged_sequences(pair, Rows::present), 73U);
  EXPECT_EQ(merged_sequences({follow_script(k12), block_script(k13)}, Rows::absent), 4'642U);
  EXPECT_EQ(
      merged_sequences({follow_script(k12), block_script(k12), follow_script(k21)}, Rows::absent),
      110'200U);
}

/// The services' own programs, which branch.
TEST(feasible_sequences, of_the_services_own_follow_beside_block) {
  std::vector<Task> const pair{Follow{UserId{1}, UserId{2}}, Block{UserId{2}, UserId{1}}};
  EXPECT_EQ(sequences(pair, Rows::absent), 365U);
  EXPECT_EQ(sequences(pair, Rows::present), 939U);
  EXPECT_EQ(merged_sequences(pair, Rows::absent), 13U);
  EXPECT_EQ(merged_sequences(pair, Rows::present), 52U);
}

TEST(feasible_sequences, of_disjoint_pairs_share_the_end_of_the_log_alone) {
  EXPECT_EQ(sequences({follow_script(k12), block_script(k13)}, Rows::absent), 17'875U);
}

TEST(feasible_sequences, of_three_are_counted_without_being_walked) {
  std::vector<Task> const three{follow_script(k12), block_script(k12), follow_script(k21)};
  EXPECT_EQ(sequences(three, Rows::absent), 5'397'556U);
  EXPECT_EQ(sequences(three, Rows::present), 24'277'568U);
}

TEST(feasible_sequences, of_two_transactions_each) {
  Scenario scenario{public_accounts(2), {}, {}};
  scenario.sessions = {in_order({follow_script(k12), block_script(k12)}),
                       in_order({block_script(k12), follow_script(k12)})};
  EXPECT_EQ(count_runs(Protocol{scenario}), 840'310U);
}

}  // namespace
}  // namespace properties::protocol
