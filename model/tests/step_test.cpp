#include "model/step.hpp"

#include <gtest/gtest.h>

#include "model/tests/people.hpp"

namespace model {
namespace {

constexpr UserId kCat{3};
constexpr UserId kNobody{9};

/// Bob is private.
State start() { return {{{kAnn, false}, {kBob, true}, {kCat, false}}, {}, {}, {}}; }

/// Takes the operations in turn and keeps the last answer.
class Client {
 public:
  WriteOutcome operator()(Operation const& operation) {
    auto [after, outcome] = step(std::move(state_), operation);
    state_ = std::move(after);
    return std::get<WriteOutcome>(outcome);
  }
  InspectOutcome inspect(UserId follower, UserId followee) const {
    return std::get<InspectOutcome>(step(state_, Inspect{follower, followee}).second);
  }
  bool reads(UserId viewer, PostId post = kPost) const {
    auto const outcome = step(state_, CanRead{viewer, post, AccessMode::truth}).second;
    return std::get<ReadOutcome>(outcome).allowed;
  }

 private:
  State state_ = start();
};

WriteOutcome changed(PairRow present, std::vector<Change> changes) {
  return {Verdict::changed, Reason::none, present, std::move(changes)};
}
WriteOutcome noop(Reason reason, PairRow present = {}) {
  return {Verdict::noop, reason, present, {}};
}
WriteOutcome rejected(Reason reason, PairRow present = {}) {
  return {Verdict::rejected, reason, present, {}};
}
PairRow row(RelationState state, int version) { return {state, Version{version}}; }
WriteOutcome moved(UserId follower, UserId followee, PairRow to) {
  return changed(to, {{{follower, followee}, to}});
}

using enum RelationState;

TEST(step, following_a_public_account_is_active_at_once) {
  Client ask;
  EXPECT_EQ(ask(Follow{kBob, kAnn}), moved(kBob, kAnn, row(active, 1)));
  EXPECT_EQ(ask(Follow{kBob, kAnn}), noop(Reason::already_active, row(active, 1)));
  EXPECT_EQ(ask.inspect(kAnn, kBob), InspectOutcome{});
}

TEST(step, following_a_private_account_waits_for_its_decision) {
  Client ask;
  EXPECT_EQ(ask(Follow{kAnn, kBob}), moved(kAnn, kBob, row(pending, 1)));
  EXPECT_EQ(ask(Follow{kAnn, kBob}), noop(Reason::already_pending, row(pending, 1)));
  EXPECT_EQ(ask(Decide{kBob, kAnn, true}), moved(kAnn, kBob, row(active, 2)));
  EXPECT_EQ(ask(Decide{kBob, kAnn, true}), rejected(Reason::not_pending, row(active, 2)));
}

TEST(step, who_was_refused_may_ask_again) {
  Client ask;
  ask(Follow{kAnn, kBob});
  EXPECT_EQ(ask(Decide{kBob, kAnn, false}), moved(kAnn, kBob, row(removed, 2)));
  EXPECT_EQ(ask(Follow{kAnn, kBob}), moved(kAnn, kBob, row(pending, 3)));
}

TEST(step, versions_go_on_after_an_unfollow) {
  Client ask;
  EXPECT_EQ(ask(Unfollow{kCat, kAnn}), noop(Reason::already_removed));
  ask(Follow{kCat, kAnn});
  EXPECT_EQ(ask(Unfollow{kCat, kAnn}), moved(kCat, kAnn, row(removed, 2)));
  EXPECT_EQ(ask(Unfollow{kCat, kAnn}), noop(Reason::already_removed, row(removed, 2)));
  EXPECT_EQ(ask(Follow{kCat, kAnn}), moved(kCat, kAnn, row(active, 3)));
}

TEST(step, a_block_ends_both_relations_in_pair_order) {
  Client ask;
  ask(Follow{kAnn, kCat});
  ask(Follow{kCat, kAnn});
  auto const gone = row(removed, 2);
  EXPECT_EQ(ask(Block{kCat, kAnn}), changed(gone, {{{kAnn, kCat}, gone}, {{kCat, kAnn}, gone}}));
  EXPECT_TRUE(ask.inspect(kAnn, kCat).blocked);
  EXPECT_FALSE(ask.inspect(kCat, kAnn).blocked) << "only the blocker's direction";
}

TEST(step, the_present_row_of_a_block_is_the_permission_of_the_blocked) {
  Client ask;
  ask(Follow{kCat, kAnn});  // The blocker's own outgoing relation.
  EXPECT_EQ(ask(Block{kCat, kAnn}), changed({}, {{{kCat, kAnn}, row(removed, 2)}}));
  ask(Unblock{kCat, kAnn});
  ask(Follow{kAnn, kCat});
  EXPECT_EQ(ask(Block{kCat, kAnn}).present, row(removed, 2));
  EXPECT_EQ(ask(Unblock{kCat, kAnn}), changed(row(removed, 2), {}));
}

TEST(step, a_block_of_strangers_changes_only_the_block) {
  Client ask;
  EXPECT_EQ(ask(Block{kCat, kAnn}), changed({}, {}));
  EXPECT_EQ(ask(Block{kCat, kAnn}), noop(Reason::already_blocked));
  EXPECT_EQ(ask(Block{kAnn, kCat}), changed({}, {})) << "two blocks of one pair are independent";
  EXPECT_EQ(ask(Unblock{kCat, kAnn}), changed({}, {}));
  EXPECT_EQ(ask(Unblock{kCat, kAnn}), noop(Reason::not_blocked));
  EXPECT_EQ(ask(Follow{kCat, kAnn}), rejected(Reason::blocked)) << "the other block still stands";
}

TEST(step, a_block_in_either_direction_refuses_a_follow) {
  for (auto const& block : {Block{kCat, kAnn}, Block{kAnn, kCat}}) {
    Client ask;
    ask(block);
    EXPECT_EQ(ask(Follow{kAnn, kCat}), rejected(Reason::blocked));
    EXPECT_EQ(ask(Follow{kCat, kAnn}), rejected(Reason::blocked));
  }
}

TEST(step, unblocking_brings_no_relation_back) {
  Client ask;
  ask(Follow{kAnn, kCat});
  ask(Block{kCat, kAnn});
  ask(Unblock{kCat, kAnn});
  EXPECT_EQ(ask.inspect(kAnn, kCat), (InspectOutcome{row(removed, 2), false}));
  EXPECT_EQ(ask(Follow{kAnn, kCat}), moved(kAnn, kCat, row(active, 3)));
}

TEST(step, oneself_is_judged_before_unknown) {
  for (auto const who : {kAnn, kNobody}) {
    Client ask;
    EXPECT_EQ(ask(Follow{who, who}), rejected(Reason::self));
    EXPECT_EQ(ask(Unfollow{who, who}), noop(Reason::already_removed));
    EXPECT_EQ(ask(Decide{who, who, true}), rejected(Reason::not_pending));
    EXPECT_EQ(ask(Block{who, who}), rejected(Reason::self));
    EXPECT_EQ(ask(Unblock{who, who}), noop(Reason::not_blocked));
  }
}

TEST(step, an_unknown_account_is_rejected_on_either_side) {
  Client ask;
  for (auto const& [a, b] : {std::pair{kAnn, kNobody}, std::pair{kNobody, kAnn}}) {
    EXPECT_EQ(ask(Follow{a, b}), rejected(Reason::unknown));
    EXPECT_EQ(ask(Unfollow{a, b}), rejected(Reason::unknown));
    EXPECT_EQ(ask(Decide{a, b, true}), rejected(Reason::unknown));
    EXPECT_EQ(ask(Block{a, b}), rejected(Reason::unknown));
    EXPECT_EQ(ask(Unblock{a, b}), rejected(Reason::unknown));
  }
  EXPECT_EQ(ask(MakePost{kNobody, kPost, Visibility::everyone, TokenRead::plain}),
            rejected(Reason::unknown));
  EXPECT_FALSE(ask.reads(kNobody)) << "a rejected post does not exist";
}

TEST(can_read, followers_posts_are_for_active_followers_and_the_author) {
  Client ask;
  EXPECT_EQ(ask(MakePost{kBob, kPost, Visibility::followers, TokenRead::plain}), changed({}, {}));
  EXPECT_TRUE(ask.reads(kBob));
  EXPECT_FALSE(ask.reads(kAnn));
  ask(Follow{kAnn, kBob});
  EXPECT_FALSE(ask.reads(kAnn)) << "a request is no permission";
  ask(Decide{kBob, kAnn, true});
  EXPECT_TRUE(ask.reads(kAnn));
  ask(Block{kBob, kAnn});
  EXPECT_FALSE(ask.reads(kAnn));
}

TEST(can_read, public_posts_are_for_all_but_the_blocked_in_either_direction) {
  Client ask;
  ask(MakePost{kAnn, kPost, Visibility::everyone, TokenRead::plain});
  EXPECT_TRUE(ask.reads(kCat));
  EXPECT_TRUE(ask.reads(kNobody)) << "a reader without an account";
  ask(Block{kCat, kAnn});
  EXPECT_FALSE(ask.reads(kCat)) << "the reader blocked the author";
  EXPECT_TRUE(ask.reads(kAnn));
  ask(Unblock{kCat, kAnn});
  EXPECT_TRUE(ask.reads(kCat));
}

TEST(can_read, self_posts_are_for_the_author_alone) {
  Client ask;
  ask(MakePost{kAnn, kPost, Visibility::self, TokenRead::plain});
  ask(Follow{kCat, kAnn});
  EXPECT_FALSE(ask.reads(kCat));
  EXPECT_TRUE(ask.reads(kAnn));
  EXPECT_FALSE(ask.reads(kAnn, PostId{2})) << "no such post";
}

TEST(StepDeathTest, one_id_for_two_posts_is_a_programmers_error) {
  Client ask;
  ask(MakePost{kAnn, kPost, Visibility::self, TokenRead::plain});
  EXPECT_DEATH(ask(MakePost{kCat, kPost, Visibility::self, TokenRead::plain}), "twice");
}

}  // namespace
}  // namespace model
