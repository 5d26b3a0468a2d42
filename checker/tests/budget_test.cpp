#include "checker/budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "checker/counterexample.hpp"
#include "checker/partitioned.hpp"
#include "checker/specs/register.hpp"

/// What ends a search before its verdict: the budget, which is a verdict of its own, or the
/// machine, which is none.
namespace checker::tests {
namespace {

using Register = specs::Register<>;
using RegisterHistory = History<Register::Operation, Register::Outcome>;

/// Illegal, since nobody wrote -1, but only after every order of the writes was tried.
RegisterHistory hard(std::int64_t writes) {
  RegisterHistory history;
  for (std::int64_t i = 0; i < writes; ++i) {
    history.push_back(
        {0, Register::Write{i}, 0, 10, Returned<Register::Outcome>{Register::Done{}}});
  }
  // A refused swap, so that no fast decision applies.
  history.push_back(
      {0, Register::CompareAndSet{-2, 0}, 0, 10, Returned<Register::Outcome>{Register::Refused{}}});
  history.push_back({0, Register::Read{}, 0, 10, Returned<Register::Outcome>{Register::Found{-1}}});
  return history;
}

std::string refusal(Budget const& budget, std::int64_t writes) {
  try {
    static_cast<void>(check_linearizable(Register{}, hard(writes), budget));
  } catch (ResourcesExhausted const& exhausted) {
    return exhausted.what();
  }
  return "a verdict";
}

TEST(Budget, of_configurations_that_is_spent_gives_undecided_with_what_was_learnt) {
  auto const verdict = check_linearizable(Register{}, hard(14), Budget{.configurations = 1'000});
  auto const* undecided = std::get_if<Undecided>(&verdict);
  ASSERT_NE(undecided, nullptr);
  EXPECT_EQ(undecided->configurations, 1'001U);
  EXPECT_GE(undecided->longest_prefix.size(), 14U);
  EXPECT_FALSE(undecided->stuck.empty());
}

TEST(Budget, of_memory_that_is_spent_is_no_verdict) {
  EXPECT_EQ(refusal({.memory_bytes = 1U << 20U}, 14),
            "memory: the configurations fill what was allowed");
}

TEST(Budget, of_memory_that_is_enough_changes_nothing) {
  auto const verdict = check_linearizable(Register{}, hard(10), Budget{.memory_bytes = 1U << 24U});
  EXPECT_TRUE(std::holds_alternative<NotLinearizable>(verdict));
}

TEST(Budget, a_search_that_is_told_to_stop_gives_no_verdict) {
  std::atomic<bool> const stop = true;
  EXPECT_EQ(refusal({.stop = &stop}, 14), "time: stopped");
}

TEST(Budget, a_search_can_be_stopped_while_it_is_under_way) {
  std::atomic<bool> stop = false;
  std::jthread const timer{[&] {  // Long enough for the search to be under way, of minutes.
    std::this_thread::sleep_for(std::chrono::milliseconds{30});
    stop = true;
  }};
  EXPECT_EQ(refusal({.configurations = 1'000'000'000, .stop = &stop}, 24), "time: stopped");
}

TEST(Budget, what_ends_one_part_ends_all_whatever_the_number_of_threads) {
  auto history = hard(14);
  std::vector<Part> const parts{{14}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
  for (unsigned const jobs : {1U, 4U}) {
    Budget const budget{.memory_bytes = 1U << 20U};
    EXPECT_THROW(static_cast<void>(check_parts(Register{}, history, parts, budget, jobs)),
                 ResourcesExhausted);
  }
}

TEST(Budget, a_counterexample_is_looked_for_until_told_to_stop) {
  std::atomic<bool> const stop = true;
  auto const history = hard(6);
  std::vector<OperationId> const all{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_THROW(
      static_cast<void>(find_counterexample(Register{}, history, all, Budget{.stop = &stop})),
      ResourcesExhausted);
}

}  // namespace
}  // namespace checker::tests
