#include "model/projection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "model/invariants.hpp"

namespace model {
namespace {

using enum Application;
using enum RelationState;

RelationEvent event(int seq, int follower, int followee, RelationState state, int version) {
  return {Seq{seq}, {UserId{follower}, UserId{followee}}, {state, Version{version}}};
}

std::vector<Application> fold(Projection& view, std::vector<RelationEvent> const& deliveries) {
  std::vector<Application> verdicts;
  for (auto const& delivery : deliveries) {
    auto [after, verdict] = apply(std::move(view), delivery);
    view = std::move(after);
    verdicts.push_back(verdict);
  }
  return verdicts;
}

TEST(projection, an_older_version_never_overwrites_a_newer_one) {
  auto const follow = event(1, 1, 2, active, 1);
  auto const unfollow = event(2, 1, 2, removed, 2);
  Projection view;
  EXPECT_EQ(fold(view, {unfollow, follow, follow}), (std::vector{applied, stale, dup}));
  EXPECT_EQ(view.rows.at(follow.pair), unfollow.row);
  EXPECT_EQ(view.followers.at(UserId{2}), 0);
  EXPECT_EQ(view.watermark, Seq{2});
}

TEST(projection, the_count_follows_what_was_replaced_not_the_kind_of_the_event) {
  Projection view;
  fold(view, {event(1, 1, 2, pending, 1), event(2, 1, 2, removed, 2)});
  EXPECT_EQ(view.followers.at(UserId{2}), 0) << "the end of a request takes no follower away";
  fold(view, {event(3, 1, 2, active, 3), event(5, 1, 2, active, 5)});
  EXPECT_EQ(view.followers.at(UserId{2}), 1) << "ACTIVE over ACTIVE adds none";
}

TEST(projection, the_watermark_stops_before_a_gap) {
  Projection view;
  fold(view, {event(1, 1, 2, active, 1), event(3, 1, 2, active, 3), event(4, 1, 2, removed, 4)});
  EXPECT_EQ(view.watermark, Seq{1});
  fold(view, {event(2, 1, 2, removed, 2)});
  EXPECT_EQ(view.watermark, Seq{4}) << "it goes on over all that had been seen";
}

/// Two pairs with one followee, so that counts mix.
std::vector<RelationEvent> small_log() {
  return {event(1, 1, 3, active, 1), event(2, 2, 3, pending, 1), event(3, 1, 3, removed, 2),
          event(4, 2, 3, active, 2), event(5, 1, 3, active, 3)};
}

TEST(projection, every_order_with_a_duplicate_ends_in_the_same_view) {
  Projection in_order;
  fold(in_order, small_log());
  auto const log = small_log();
  for (std::size_t duplicate = 0; duplicate < log.size(); ++duplicate) {
    auto deliveries = log;
    deliveries.push_back(log[duplicate]);
    std::ranges::sort(deliveries);
    do {
      Projection view;
      for (auto const& delivery : deliveries) {
        fold(view, {delivery});
        for (auto const& invariant : view_invariants()) {
          ASSERT_TRUE(invariant.holds(view)) << invariant.name;
        }
      }
      ASSERT_EQ(view, in_order);
    } while (std::ranges::next_permutation(deliveries).found);
  }
}

TEST(view_invariants, refuse_a_wrong_count_and_a_watermark_that_jumps) {
  Projection view;
  fold(view, small_log());
  auto wrong_count = view;
  --wrong_count.followers[UserId{3}];
  EXPECT_FALSE(view_invariants()[0].holds(wrong_count));
  auto jumped = view;
  jumped.seen.erase(Seq{2});
  EXPECT_FALSE(view_invariants()[1].holds(jumped));
  auto behind = view;
  behind.watermark = Seq{4};
  EXPECT_FALSE(view_invariants()[1].holds(behind));
}

}  // namespace
}  // namespace model
