#include "impl/postgres/random_backoff.hpp"

#include <gtest/gtest.h>

#include <set>

namespace impl::postgres {
namespace {

using namespace std::chrono_literals;

TEST(RandomBackoff, stays_between_half_and_all_of_a_doubling_bound) {
  RandomBackoff backoff{1, 1000us, 6000us};
  std::int64_t const longest[] = {1000, 2000, 4000, 6000, 6000};
  for (int attempt = 1; attempt <= 5; ++attempt) {
    for (int i = 0; i < 200; ++i) {
      auto const drawn = backoff.draw(attempt).count();
      EXPECT_LE(drawn, longest[attempt - 1]);
      EXPECT_GE(drawn, longest[attempt - 1] / 2);
    }
  }
}

TEST(RandomBackoff, does_not_overflow) { EXPECT_LE(RandomBackoff(1).draw(1'000'000), 100ms); }

TEST(RandomBackoff, differs_from_draw_to_draw_and_repeats_with_its_seed) {
  RandomBackoff first{7};
  RandomBackoff second{7};
  std::set<std::int64_t> drawn;
  for (int i = 0; i < 50; ++i) {
    auto const pause = first.draw(4);
    EXPECT_EQ(pause, second.draw(4));
    drawn.insert(pause.count());
  }
  EXPECT_GT(drawn.size(), 40U);
}

TEST(RandomBackoff, really_waits) {
  RandomBackoff backoff{1, 4ms, 4ms};
  auto const start = std::chrono::steady_clock::now();
  backoff.wait(1);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 2ms);
}

}  // namespace
}  // namespace impl::postgres
