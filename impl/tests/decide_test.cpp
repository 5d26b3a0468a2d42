#include "impl/domain/decide.hpp"

#include <gtest/gtest.h>

namespace impl {

bool operator==(Transition const& a, Transition const& b) {
  return a.next == b.next && a.outcome == b.outcome && a.reason == b.reason;
}

namespace {

constexpr Version kNow{4};
constexpr PairRow kRemoved{RelationState::removed, kNow};
constexpr PairRow kPending{RelationState::pending, kNow};
constexpr PairRow kActive{RelationState::active, kNow};

Transition becomes(RelationState state) {
  return {PairRow{state, Version{5}}, Outcome::changed, Reason::none};
}
Transition noop(Reason reason) { return {std::nullopt, Outcome::noop, reason}; }
Transition rejected(Reason reason) { return {std::nullopt, Outcome::rejected, reason}; }

TEST(Decide, follow_of_a_public_account_becomes_active) {
  EXPECT_EQ(decide_follow(kRemoved, false, false), becomes(RelationState::active));
}

TEST(Decide, follow_of_a_private_account_becomes_pending) {
  EXPECT_EQ(decide_follow(kRemoved, true, false), becomes(RelationState::pending));
}

TEST(Decide, repeated_follow_changes_nothing_whatever_the_privacy_is_now) {
  for (bool const is_private : {false, true}) {
    EXPECT_EQ(decide_follow(kActive, is_private, false), noop(Reason::already_active));
    EXPECT_EQ(decide_follow(kPending, is_private, false), noop(Reason::already_pending));
  }
}

TEST(Decide, a_block_rejects_every_follow) {
  for (auto const& row : {kRemoved, kPending, kActive}) {
    for (bool const is_private : {false, true}) {
      EXPECT_EQ(decide_follow(row, is_private, true), rejected(Reason::blocked));
    }
  }
}

TEST(Decide, unfollow_removes_active_and_pending) {
  EXPECT_EQ(decide_unfollow(kActive), becomes(RelationState::removed));
  EXPECT_EQ(decide_unfollow(kPending), becomes(RelationState::removed));
  EXPECT_EQ(decide_unfollow(kRemoved), noop(Reason::already_removed));
}

TEST(Decide, only_a_pending_request_can_be_decided) {
  EXPECT_EQ(decide_request(kPending, true), becomes(RelationState::active));
  EXPECT_EQ(decide_request(kPending, false), becomes(RelationState::removed));
  for (bool const accept : {false, true}) {
    EXPECT_EQ(decide_request(kActive, accept), rejected(Reason::not_pending));
    EXPECT_EQ(decide_request(kRemoved, accept), rejected(Reason::not_pending));
  }
}

TEST(Decide, removal_raises_the_version_only_of_what_was_not_removed) {
  EXPECT_EQ(decide_removal(kActive), (PairRow{RelationState::removed, Version{5}}));
  EXPECT_EQ(decide_removal(kPending), (PairRow{RelationState::removed, Version{5}}));
  EXPECT_EQ(decide_removal(kRemoved), std::nullopt);
}

TEST(Decide, versions_go_on_after_a_removal) {
  auto row = *decide_follow(PairRow{}, false, false).next;
  row = *decide_unfollow(row).next;
  row = *decide_follow(row, false, false).next;
  EXPECT_EQ(row, (PairRow{RelationState::active, Version{3}}));
}

}  // namespace
}  // namespace impl
