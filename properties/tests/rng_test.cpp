#include "properties/schedule/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace properties::schedule {
namespace {

TEST(Rng, is_splitmix64_as_published) {
  Rng rng{1234567};
  for (std::uint64_t const expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL}) {
    EXPECT_EQ(rng.next(), expected);
  }
}

TEST(Rng, draws_below_a_bound_evenly) {
  Rng rng{1};
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) {
    auto const drawn = rng.below(7);
    ASSERT_LT(drawn, 7U);
    ++counts[drawn];
  }
  for (int const count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Rng, below_one_is_nought) {
  Rng rng{1};
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
}

TEST(DerivedSeed, is_another_for_every_campaign_purpose_and_number) {
  std::set<std::uint64_t> seen;
  std::size_t made = 0;
  for (std::uint64_t const seed : {0ULL, 1ULL, 2ULL, 0x9e3779b97f4a7c15ULL, ~0ULL}) {
    for (std::uint64_t purpose = 1; purpose <= 4; ++purpose) {
      for (std::uint64_t number = 0; number < 5'000; ++number, ++made) {
        seen.insert(derive_seed(seed, purpose, number));
      }
    }
  }
  EXPECT_EQ(seen.size(), made);
}

/// One bit of two streams agrees half of the time, and neighbours in a stream likewise.
TEST(DerivedSeed, makes_streams_that_know_nothing_of_each_other) {
  int same_across_purposes = 0;
  int same_across_numbers = 0;
  for (std::uint64_t number = 0; number < 10'000; ++number) {
    auto const drawn = [](std::uint64_t purpose, std::uint64_t n) {
      return Rng{derive_seed(42, purpose, n)}.below(2);
    };
    same_across_purposes += drawn(1, number) == drawn(2, number) ? 1 : 0;
    same_across_numbers += drawn(1, number) == drawn(1, number + 1) ? 1 : 0;
  }
  EXPECT_NEAR(same_across_purposes, 5'000, 250);
  EXPECT_NEAR(same_across_numbers, 5'000, 250);
}

TEST(DerivedSeed, never_changes) {
  // Seeds stand in reports: what one means must outlive every build.
  EXPECT_EQ(derive_seed(5, 2, 1024), 15846144874691810018ULL);
}

}  // namespace
}  // namespace properties::schedule
