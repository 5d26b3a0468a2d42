#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "properties/schedule/strategy.hpp"
#include "properties/tests/play.hpp"

namespace properties::tests {
namespace {

using schedule::find_strategy;

Played play_by(std::string const& name, std::uint64_t seed, Play const& programs) {
  int steps = 0;
  for (int const count : programs.steps) steps += count;
  auto const strategy =
      find_strategy(name)->make(seed, {steps, static_cast<int>(programs.steps.size())});
  return play(programs, *strategy);
}

Play some_programs(std::uint64_t seed) {
  schedule::Rng rng{seed};
  Play programs{{}, rng.chance(1, 2) ? rng.next() | 1U : 0};
  auto const sessions = 2 + rng.below(3);
  for (std::uint64_t s = 0; s < sessions; ++s) {
    programs.steps.push_back(1 + static_cast<int>(rng.below(12)));
  }
  return programs;
}

class EveryStrategy : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryStrategy, takes_every_step_once) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    auto const programs = some_programs(seed);
    auto const played = play_by(GetParam(), seed, programs);
    for (std::size_t s = 0; s < programs.steps.size(); ++s) {
      EXPECT_EQ(std::count(played.taken.begin(), played.taken.end(), static_cast<int>(s)),
                programs.steps[s]);
    }
  }
}

TEST_P(EveryStrategy, depends_on_its_seed_alone) {
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Play const programs{{6, 6, 6}};
    EXPECT_EQ(play_by(GetParam(), seed, programs).taken, play_by(GetParam(), seed, programs).taken);
    differ +=
        play_by(GetParam(), seed, programs).taken != play_by(GetParam(), seed + 1, programs).taken
            ? 1
            : 0;
  }
  EXPECT_GT(differ, 50);
}

TEST_P(EveryStrategy, is_repeated_by_replaying_its_switches) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    auto const programs = some_programs(seed);
    auto const played = play_by(GetParam(), seed, programs);
    auto const again = play(programs, *schedule::replay_of(played.schedule));
    EXPECT_EQ(again.taken, played.taken) << "seed " << seed;
    EXPECT_EQ(again.schedule, played.schedule) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(every, EveryStrategy,
                         ::testing::Values("random", "weighted", "preempt:1", "preempt:2",
                                           "preempt:3", "pct:2", "pct:3", "pos", "portfolio"),
                         [](auto const& tested) {
                           auto name = tested.param;
                           std::replace(name.begin(), name.end(), ':', '_');
                           return name;
                         });

TEST(Strategies, are_all_tested_here) {
  // A new one must be added to the list above.
  EXPECT_EQ(schedule::all_strategies().size(), 9U);
  EXPECT_EQ(find_strategy("preempt:4"), nullptr);
  EXPECT_EQ(find_strategy(""), nullptr);
}

TEST(BoundedPreemption, never_exceeds_its_bound_and_uses_it) {
  for (int bound = 1; bound <= 3; ++bound) {
    std::map<int, int> runs;
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
      auto const played = play_by("preempt:" + std::to_string(bound), seed, some_programs(seed));
      ++runs[played.preemptions];
    }
    EXPECT_LE(runs.rbegin()->first, bound);
    EXPECT_GT(runs[bound], 150) << bound;
  }
}

TEST(BoundedPreemption, preempts_early_and_late_alike) {
  // One preemption among 20 equally likely places of the first program.
  std::map<std::size_t, int> places;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    auto const played = play_by("preempt:1", seed, Play{{20, 20}});
    auto const first = std::find(played.taken.begin(), played.taken.end(), 1);
    if (played.preemptions == 1) ++places[static_cast<std::size_t>(first - played.taken.begin())];
  }
  for (std::size_t place = 0; place < 20; ++place) EXPECT_NEAR(places[place], 100, 45) << place;
}

TEST(RandomWalk, chooses_everyone_equally_often) {
  int first = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    first += play_by("random", seed, Play{{1, 9}}).taken.front() == 0 ? 1 : 0;
  }
  EXPECT_NEAR(first, 2'000, 150);
}

TEST(WeightedWalk, chooses_by_the_steps_left) {
  int first = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    first += play_by("weighted", seed, Play{{1, 9}}).taken.front() == 0 ? 1 : 0;
  }
  EXPECT_NEAR(first, 400, 80);
}

// Priorities (PCT) --------------------------------------------------------------------------------

std::ptrdiff_t place_of(int session, int nth, std::vector<int> const& taken) {
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i] == session && nth-- == 0) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

/// A step of one session before a step of another.
struct Order {
  std::pair<int, int> first;
  std::pair<int, int> then;
};

/// In how many of `runs` runs all the orders come about.
int times_met(std::string const& strategy, int runs, Play const& programs,
              std::vector<Order> const& orders) {
  int met = 0;
  for (int seed = 0; seed < runs; ++seed) {
    auto const taken = play_by(strategy, static_cast<std::uint64_t>(seed), programs).taken;
    met += std::all_of(orders.begin(), orders.end(),
                       [&](Order const& order) {
                         return place_of(order.first.first, order.first.second, taken) <
                                place_of(order.then.first, order.then.second, taken);
                       })
               ? 1
               : 0;
  }
  return met;
}

/// What the bound promises of so many runs, less four standard deviations.
double promised(int runs, double sessions, double steps, int depth) {
  double chance = 1 / sessions;
  for (int i = 1; i < depth; ++i) chance /= steps;
  return runs * chance - 4 * std::sqrt(runs * chance);
}

TEST(Priorities, meet_every_bug_of_depth_two_as_often_as_the_bound_says) {
  // All of session 1 fits between two neighbouring steps of session 0.
  Play const programs{{8, 8}};
  for (int at = 1; at < 8; ++at) {
    auto const met =
        times_met("pct:2", 20'000, programs, {{{0, at - 1}, {1, 0}}, {{1, 7}, {0, at}}});
    EXPECT_GT(met, promised(20'000, 2, 16, 2)) << at;
  }
}

TEST(Priorities, meet_every_bug_of_depth_three_as_often_as_the_bound_says) {
  // Session 0 is left after some step, session 1 after another, and 0 must end before 1 goes on.
  Play const programs{{4, 4}};
  for (int at = 1; at < 4; ++at) {
    for (int other = 1; other < 4; ++other) {
      auto const met =
          times_met("pct:3", 20'000, programs,
                    {{{0, at - 1}, {1, 0}}, {{1, other - 1}, {0, at}}, {{0, 3}, {1, other}}});
      EXPECT_GT(met, promised(20'000, 2, 8, 3)) << at << " " << other;
    }
  }
}

TEST(Priorities, of_depth_two_never_leave_a_session_twice) {
  // A bug of depth three is out of reach.
  EXPECT_EQ(times_met("pct:2", 20'000, {{4, 4}},
                      {{{0, 0}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 1}}, {{1, 1}, {0, 2}}}),
            0);
}

TEST(Priorities, pay_off_in_long_programs) {
  Play const programs{{200, 3}};
  std::vector<Order> const early{{{1, 2}, {0, 190}}, {{0, 185}, {1, 0}}};
  EXPECT_GT(times_met("pct:2", 2'000, programs, early),
            2 * times_met("random", 2'000, programs, early));
}

// Partial order sampling --------------------------------------------------------------------------

/// One step of session 0 depends on the last of session 1's twelve.
Play lopsided() {
  return {{1, 12}, 0, {{{0, 0}, trace::Step::next_seq}, {{1, 11}, trace::Step::next_seq}}};
}

TEST(PartialOrderSampling, is_fair_to_orders_and_not_to_schedules) {
  std::vector<Order> const rare{{{1, 11}, {0, 0}}};  // One schedule of thirteen has it.
  EXPECT_NEAR(times_met("pos", 13'000, lopsided(), rare), 1'000, 150);
  EXPECT_LT(times_met("random", 13'000, lopsided(), rare), 20);
}

TEST(PartialOrderSampling, draws_anew_what_depends_on_the_step_taken) {
  // Both take the same three rows by turns: the second step of whoever was first must not inherit
  // its luck, so all of the twenty orders are about as likely.
  Play programs{{3, 3}, 0, {}};
  for (int session = 0; session < 2; ++session) {
    for (int at = 0; at < 3; ++at) programs.named[{session, at}] = trace::Step::next_seq;
  }
  std::map<std::vector<int>, int> seen;
  for (std::uint64_t seed = 0; seed < 8'000; ++seed) ++seen[play_by("pos", seed, programs).taken];
  EXPECT_EQ(seen.size(), 20U);
  for (auto const& [taken, count] : seen) EXPECT_GT(count, 150);
}

// The portfolio -----------------------------------------------------------------------------------

TEST(Portfolio, has_something_of_each) {
  // What only a walk makes, what only priorities make, and what only bounded preemption makes.
  std::map<int, int> preemptions;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    ++preemptions[std::min(8, play_by("portfolio", seed, Play{{20, 20}}).preemptions)];
  }
  EXPECT_GT(preemptions[8], 500);
  EXPECT_GT(preemptions[0] + preemptions[1] + preemptions[2], 300);
}

// Replay ------------------------------------------------------------------------------------------

trace::Switch to(int session, int at_session, int at_action, bool after = false) {
  return {{at_session, at_action, trace::Step::begin, 0}, session, after};
}

std::vector<int> replayed(std::vector<trace::Switch> switches, Play const& programs) {
  return play(programs, *schedule::replay_of({std::move(switches)})).taken;
}

TEST(Replay, without_switches_lets_each_go_to_its_end) {
  EXPECT_EQ(replayed({}, {{2, 3, 1}}), (std::vector<int>{0, 0, 1, 1, 1, 2}));
}

TEST(Replay, switches_where_it_is_told) {
  EXPECT_EQ(replayed({to(1, 0, 1)}, {{2, 2}}), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(replayed({to(1, 0, 0)}, {{2, 2}}), (std::vector<int>{1, 1, 0, 0}));
  EXPECT_EQ(replayed({to(2, 0, 1, true)}, {{2, 1, 1}}), (std::vector<int>{0, 0, 2, 1}));
}

TEST(Replay, passes_over_points_that_are_never_reached) {
  EXPECT_EQ(replayed({to(1, 0, 7), to(1, 0, 1), to(0, 5, 0)}, {{2, 2}}),
            (std::vector<int>{0, 1, 1, 0}));
}

TEST(Replay, passes_over_sessions_that_cannot_go) {
  EXPECT_EQ(replayed({to(3, 0, 1)}, {{2, 2}}), (std::vector<int>{0, 0, 1, 1}));
}

TEST(Replay, keeps_its_meaning_when_foreign_switches_are_mixed_in) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto const programs = some_programs(seed);
    auto played = play_by("random", seed, programs);
    for (int extra = 0; extra < 5; ++extra) {
      played.schedule.switches.push_back(
          {{extra, 0, trace::Step::rollback, 3}, extra % 2, extra > 2});
    }
    EXPECT_EQ(replayed(played.schedule.switches, programs), played.taken);
  }
}

}  // namespace
}  // namespace properties::tests
