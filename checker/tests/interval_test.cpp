#include "checker/interval.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "checker/explain_interval.hpp"

namespace checker {
namespace {

using Words = Truth<std::string>;

Words allow_deny_allow() {
  Words truth{"DENY"};
  truth.change(10, "ALLOW");
  truth.change(20, "DENY");
  return truth;
}

IntervalVerdict<std::string> check(Words const& truth, Window window, std::string const& answer) {
  return check_interval(truth, window, [&](std::string const& value) { return value == answer; });
}

TEST(truth, holds_each_value_until_the_next) {
  auto const truth = allow_deny_allow();
  EXPECT_EQ(truth.at(-5), "DENY");
  EXPECT_EQ(truth.at(9), "DENY");
  EXPECT_EQ(truth.at(10), "ALLOW");
  EXPECT_EQ(truth.at(19), "ALLOW");
  EXPECT_EQ(truth.at(20), "DENY");
}

TEST(truth, a_change_to_the_same_value_is_no_change) {
  Words truth{"a"};
  truth.change(3, "a");
  EXPECT_EQ(truth.phases().size(), 1U);
}

TEST(truth, of_changes_at_one_moment_the_last_counts) {
  Words truth{"a"};
  truth.change(3, "b");
  truth.change(3, "c");
  EXPECT_EQ(truth.at(3), "c");
  truth.change(3, "a");
  EXPECT_EQ(truth.phases().size(), 1U);
}

TEST(truth, a_window_shows_every_phase_it_touches) {
  auto const truth = allow_deny_allow();
  EXPECT_EQ(truth.within({10, 19}), (std::vector<Phase<std::string>>{{10, "ALLOW"}}));
  EXPECT_EQ(truth.within({9, 10}).size(), 2U);
  EXPECT_EQ(truth.within({9, 20}).size(), 3U);
}

TEST(interval, an_answer_true_at_either_bound_is_right) {
  auto const truth = allow_deny_allow();
  EXPECT_EQ(check(truth, {19, 25}, "ALLOW"), IntervalVerdict<std::string>{TrueAt{19}});
  EXPECT_EQ(check(truth, {5, 10}, "ALLOW"), IntervalVerdict<std::string>{TrueAt{10}});
}

TEST(interval, an_answer_true_only_outside_the_window_is_wrong) {
  auto const truth = allow_deny_allow();
  EXPECT_TRUE(std::holds_alternative<NeverTrue<std::string>>(check(truth, {20, 25}, "ALLOW")));
  EXPECT_TRUE(std::holds_alternative<NeverTrue<std::string>>(check(truth, {5, 9}, "ALLOW")));
  EXPECT_TRUE(std::holds_alternative<NeverTrue<std::string>>(check(truth, {10, 19}, "DENY")));
}

TEST(interval, a_stale_answer_is_told_with_what_was_true_and_when_it_was) {
  Window const window{25, 30};
  auto const verdict = check(allow_deny_allow(), window, "ALLOW");
  auto const& never = std::get<NeverTrue<std::string>>(verdict);
  EXPECT_EQ(explain_never_true(never, window, "ALLOW", [](auto const& value) { return value; }),
            "The answer was ALLOW, but at no moment from 25 to 30 was that the truth.\n"
            "  - from 25 (and before) the truth was DENY.\n"
            "  - ALLOW had last been the truth at 19, before the window.\n");
}

TEST(interval, an_answer_too_early_is_told_with_when_it_became_true) {
  Window const window{2, 4};
  auto const verdict = check(allow_deny_allow(), window, "ALLOW");
  auto const& never = std::get<NeverTrue<std::string>>(verdict);
  EXPECT_EQ(explain_never_true(never, window, "ALLOW", [](auto const& value) { return value; }),
            "The answer was ALLOW, but at no moment from 2 to 4 was that the truth.\n"
            "  - from 2 (and before) the truth was DENY.\n"
            "  - ALLOW became the truth at 10, after the window.\n");
}

TEST(interval, an_answer_that_was_never_true_says_so) {
  Window const window{9, 10};
  auto const verdict = check(allow_deny_allow(), window, "HIDE");
  auto const& never = std::get<NeverTrue<std::string>>(verdict);
  EXPECT_EQ(explain_never_true(never, window, "HIDE", [](auto const& value) { return value; }),
            "The answer was HIDE, but at no moment from 9 to 10 was that the truth.\n"
            "  - from 9 (and before) the truth was DENY.\n"
            "  - from 10 the truth was ALLOW.\n"
            "  - HIDE was never the truth.\n");
}

TEST(interval, agrees_with_asking_every_moment_on_20000_random_timelines) {
  std::mt19937 random{7};
  int wrong = 0;
  for (int round = 0; round < 20'000; ++round) {
    Truth<int> truth{0};
    Moment now = 0;
    for (int i = 0; i < 6; ++i) {
      now += static_cast<Moment>(random() % 4);
      truth.change(now, static_cast<int>(random() % 4));
    }
    auto const from = static_cast<Moment>(random() % 20);
    Window const window{from, from + static_cast<Moment>(random() % 5)};
    auto const answer = static_cast<int>(random() % 4);
    auto const right = [&](int value) { return value == answer; };
    std::optional<Moment> first;
    for (Moment m = window.from; m <= window.to && !first; ++m) {
      if (truth.at(m) == answer) first = m;
    }
    auto const verdict = check_interval(truth, window, right);
    if (first) {
      ASSERT_EQ(verdict, IntervalVerdict<int>{TrueAt{*first}});
      continue;
    }
    ++wrong;
    auto const& never = std::get<NeverTrue<int>>(verdict);
    if (never.last_true_before) {
      ASSERT_LT(never.last_true_before->to, window.from);
      ASSERT_EQ(truth.at(never.last_true_before->to), answer);
      ASSERT_NE(truth.at(never.last_true_before->to + 1), answer);
    }
    if (never.first_true_after) {
      ASSERT_GT(*never.first_true_after, window.to);
      ASSERT_EQ(truth.at(*never.first_true_after), answer);
    }
  }
  EXPECT_GT(wrong, 1000);
}

}  // namespace
}  // namespace checker
