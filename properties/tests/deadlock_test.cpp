#include <gtest/gtest.h>

#include <algorithm>

#include "properties/tests/scripted.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

using trace::Ending;
using trace::LogEntry;
using trace::Step;

std::string lock_account(int id) {
  return "SELECT FROM account WHERE id = " + std::to_string(id) + " FOR UPDATE";
}

/// Takes two locks, the second while it holds the first.
Script locks(int first, int second) {
  return {{Step::begin, "BEGIN"},
          {Step::lock_pair, lock_account(first)},
          {Step::lock_row, lock_account(second)},
          {Step::commit, "COMMIT"}};
}

/// Everyone takes the first lock; then they ask for the second in this order.
Rule close_the_cycle(std::vector<int> order) {
  return Rule{[order = std::move(order)](schedule::Choice const& choice) {
    for (auto const& one : choice.enabled) {
      if (one.next.step == Step::begin || one.next.step == Step::lock_pair) return one.session;
    }
    for (int const session : order) {
      if (candidate(choice, session) != nullptr) return session;
    }
    return choice.by_default();
  }};
}

class Deadlock : public WithServer {
 protected:
  /// The session that asks last closes the cycle and is the victim; the others finish.
  static void expect_last_to_be_the_victim(Scripted& scripted, std::vector<int> const& order) {
    auto rule = close_the_cycle(order);
    scripted.run(rule);
    auto const& deadlocks = scripted.controller().deadlocks();
    ASSERT_EQ(deadlocks.size(), 1U);
    EXPECT_EQ(deadlocks.front().victim, order.back());
    auto cycle = deadlocks.front().cycle;
    std::sort(cycle.begin(), cycle.end());
    auto everyone = order;
    std::sort(everyone.begin(), everyone.end());
    EXPECT_EQ(cycle, everyone);
    for (int const session : order) {
      EXPECT_EQ(failure_of(scripted.log(), session), session == order.back() ? "40P01" : "");
      EXPECT_EQ(last_step_of(scripted.log(), session),
                session == order.back() ? Step::rollback : Step::commit);
    }
  }

 private:
  static std::string failure_of(std::vector<LogEntry> const& log, int session) {
    for (auto const& entry : log) {
      if (entry.at.session == session && entry.ending == Ending::failed) return entry.sqlstate;
    }
    return {};
  }
  static Step last_step_of(std::vector<LogEntry> const& log, int session) {
    auto step = Step::begin;
    for (auto const& entry : log) {
      if (entry.at.session == session) step = entry.at.step;
    }
    return step;
  }
};

TEST_F(Deadlock, of_two_takes_the_one_that_closed_the_cycle) {
  Scripted scripted{dsn(), {locks(1, 2), locks(2, 1)}};
  for (int round = 0; round < 5; ++round) {
    expect_last_to_be_the_victim(scripted, {0, 1});
    expect_last_to_be_the_victim(scripted, {1, 0});
  }
}

TEST_F(Deadlock, of_three_takes_the_one_that_closed_the_cycle) {
  // The third lock: the row of event_seq.
  auto const third = [](Script script, std::size_t line) {
    script[line].sql = "SELECT FROM event_seq FOR UPDATE";
    return script;
  };
  Scripted scripted{dsn(), {locks(1, 2), third(locks(2, 0), 2), third(locks(0, 1), 1)}};
  for (auto const& order : std::vector<std::vector<int>>{
           {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}}) {
    expect_last_to_be_the_victim(scripted, order);
  }
}

TEST_F(Deadlock, takes_the_same_victim_under_every_schedule_twice) {
  Scripted scripted{dsn(), {locks(1, 2), locks(2, 1)}};
  int deadlocks = 0;
  int const runs = for_every_schedule(scripted, [&] {
    auto const log = scripted.log();
    auto const seen = scripted.controller().deadlocks();
    deadlocks += seen.empty() ? 0 : 1;
    auto const again = schedule::replay_of(scripted.controller().schedule());
    scripted.run(*again);
    EXPECT_EQ(scripted.log(), log);
    EXPECT_EQ(scripted.controller().deadlocks(), seen);
  });
  EXPECT_GT(deadlocks, 1);
  EXPECT_LT(deadlocks, runs);
}

}  // namespace
}  // namespace properties::tests
