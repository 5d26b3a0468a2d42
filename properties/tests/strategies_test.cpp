#include <gtest/gtest.h>

#include <algorithm>
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
                                           "preempt:3"),
                         [](auto const& tested) {
                           auto name = tested.param;
                           std::replace(name.begin(), name.end(), ':', '_');
                           return name;
                         });

TEST(Strategies, are_all_tested_here) {
  // A new one must be added to the list above.
  EXPECT_EQ(schedule::all_strategies().size(), 5U);
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
