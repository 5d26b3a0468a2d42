#include <gtest/gtest.h>

#include <algorithm>

#include "properties/tests/scripted.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

using trace::Ending;
using trace::LogEntry;
using trace::Step;

constexpr char const* kBegin = "BEGIN";
constexpr char const* kInsert = "INSERT INTO block VALUES (1, 2) ON CONFLICT DO NOTHING";
constexpr char const* kLockSeq = "SELECT FROM event_seq FOR UPDATE";

Script holding(std::string const& statement, Step end) {
  return {{Step::begin, kBegin},
          {Step::lock_pair, statement},
          {end, end == Step::commit ? "COMMIT" : "ROLLBACK"}};
}

/// Session 0 takes the lock; the others ask for it in this order; then it ends.
int hold_then_let_wait(schedule::Choice const& choice, std::vector<int> const& waiters) {
  auto const* holder = candidate(choice, 0);
  bool const holds =
      holder == nullptr || holder->next.step == Step::commit || holder->next.step == Step::rollback;
  if (!holds) return 0;
  for (int const waiter : waiters) {
    if (candidate(choice, waiter) != nullptr) return waiter;
  }
  return 0;
}

Rule by_order(std::vector<int> waiters) {
  return Rule{[waiters = std::move(waiters)](schedule::Choice const& choice) {
    return hold_then_let_wait(choice, waiters);
  }};
}

LogEntry const* find(std::vector<LogEntry> const& log, LogEntry::Kind kind, int session,
                     Ending ending) {
  auto const found = std::find_if(log.begin(), log.end(), [&](LogEntry const& entry) {
    return entry.kind == kind && entry.at.session == session && entry.ending == ending;
  });
  return found == log.end() ? nullptr : &*found;
}

class LockWait : public WithServer {};

TEST_F(LockWait, is_recorded_with_its_blocker_and_ends_with_the_commit) {
  Scripted scripted{dsn(), {holding(kInsert, Step::commit), holding(kInsert, Step::commit)}};
  auto rule = by_order({1});
  scripted.run(rule);
  auto const& log = scripted.log();
  auto const* waits = find(log, LogEntry::Kind::step, 1, Ending::blocked);
  ASSERT_NE(waits, nullptr);
  EXPECT_EQ(waits->at.step, Step::lock_pair);
  EXPECT_EQ(waits->blocked_by, std::vector<int>{0});
  auto const* wakes = find(log, LogEntry::Kind::wake, 1, Ending::done);
  ASSERT_NE(wakes, nullptr);
  EXPECT_EQ(wakes->at, waits->at);
  ASSERT_GT(wakes, waits);
  EXPECT_EQ((wakes - 1)->at.session, 0);
  EXPECT_EQ((wakes - 1)->at.step, Step::commit);
  EXPECT_EQ(scripted.controller().blocked_steps(), 1);
}

TEST_F(LockWait, of_a_step_that_was_not_expected_to_wait_is_seen_too) {
  Script const reading{
      {Step::begin, kBegin}, {Step::check_block, kLockSeq}, {Step::commit, "COMMIT"}};
  Scripted scripted{dsn(), {holding(kLockSeq, Step::commit), reading}};
  auto rule = by_order({1});
  scripted.run(rule);
  auto const* waits = find(scripted.log(), LogEntry::Kind::step, 1, Ending::blocked);
  ASSERT_NE(waits, nullptr);
  EXPECT_EQ(waits->at.step, Step::check_block);
  EXPECT_EQ(waits->blocked_by, std::vector<int>{0});
  EXPECT_NE(find(scripted.log(), LogEntry::Kind::wake, 1, Ending::done), nullptr);
}

TEST_F(LockWait, ends_with_a_rollback_too) {
  Scripted scripted{dsn(), {holding(kInsert, Step::rollback), holding(kInsert, Step::commit)}};
  auto rule = by_order({1});
  scripted.run(rule);
  auto const* wakes = find(scripted.log(), LogEntry::Kind::wake, 1, Ending::done);
  ASSERT_NE(wakes, nullptr);
  EXPECT_EQ((wakes - 1)->at.step, Step::rollback);
  EXPECT_EQ(scripted.ask("SELECT count(*) FROM block"), "1");
}

TEST_F(LockWait, takes_the_waiter_out_of_the_runnable_set) {
  Scripted scripted{dsn(), {holding(kLockSeq, Step::commit), holding(kLockSeq, Step::commit)}};
  auto rule = by_order({1});
  scripted.run(rule);
  bool waiting = false;
  for (auto const& entry : scripted.log()) {
    if (entry.kind == LogEntry::Kind::wake) waiting = false;
    if (entry.kind == LogEntry::Kind::step && waiting) {
      EXPECT_EQ(entry.enabled, std::vector<int>{0});
    }
    waiting = waiting || entry.ending == Ending::blocked;
  }
  EXPECT_FALSE(waiting);
}

/// The sessions in the order in which they got on.
std::vector<int> order_of_ends(std::vector<LogEntry> const& log) {
  std::vector<int> order;
  for (auto const& entry : log) {
    if (entry.kind == LogEntry::Kind::wake && entry.ending == Ending::done) {
      order.push_back(entry.at.session);
    }
  }
  return order;
}

/// Three wait for one lock, 54 times, in every order of asking.
void expect_first_come_first_served(std::string const& dsn, char const* statement, Step end) {
  auto const waiter = holding(statement, Step::commit);
  Scripted scripted{dsn, {holding(statement, end), waiter, waiter, waiter}};
  for (int round = 0; round < 9; ++round) {
    std::vector<int> waiters{1, 2, 3};
    do {
      auto rule = by_order(waiters);
      scripted.run(rule);
      EXPECT_EQ(order_of_ends(scripted.log()), waiters);
    } while (std::next_permutation(waiters.begin(), waiters.end()));
  }
}

TEST_F(LockWait, of_three_on_one_row_ends_in_the_order_of_asking) {
  expect_first_come_first_served(dsn(), kLockSeq, Step::commit);
}

TEST_F(LockWait, of_three_that_insert_one_key_ends_in_the_order_of_asking) {
  // All three wait for the same transaction; who inserts is left to the wake order.
  expect_first_come_first_served(dsn(), kInsert, Step::rollback);
}

TEST_F(LockWait, of_three_that_insert_one_key_lets_the_first_insert) {
  auto const mine = [](int session) {
    return holding("INSERT INTO post VALUES (1, " + std::to_string(session) +
                       ", 'PUBLIC', 0) ON CONFLICT DO NOTHING",
                   Step::commit);
  };
  Scripted scripted{dsn(),
                    {holding("INSERT INTO post VALUES (1, 9, 'PUBLIC', 0)", Step::rollback),
                     mine(1), mine(2), mine(3)}};
  for (int round = 0; round < 9; ++round) {
    std::vector<int> waiters{1, 2, 3};
    do {
      auto rule = by_order(waiters);
      scripted.run(rule);
      EXPECT_EQ(scripted.ask("SELECT author FROM post"), std::to_string(waiters.front()));
    } while (std::next_permutation(waiters.begin(), waiters.end()));
  }
}

TEST_F(LockWait, is_over_before_the_next_choice) {
  Scripted scripted{dsn(),
                    {holding(kLockSeq, Step::commit), holding(kLockSeq, Step::commit),
                     holding(kLockSeq, Step::commit)}};
  int const runs = for_every_schedule(scripted, [&] {
    int blocked = 0;
    for (auto const& entry : scripted.log()) {
      if (entry.ending == Ending::blocked) ++blocked;
      if (entry.kind == LogEntry::Kind::wake) --blocked;
      EXPECT_GE(blocked, 0);
    }
    EXPECT_EQ(blocked, 0);
  });
  EXPECT_GT(runs, 50);
}

}  // namespace
}  // namespace properties::tests
