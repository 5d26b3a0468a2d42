#include "impl/service/relation_service.hpp"

#include "impl/tests/database.hpp"
#include "impl/tests/recording_store.hpp"

namespace impl::tests {
namespace {

constexpr UserId kAnn{1};
constexpr UserId kBob{2};
constexpr UserId kPrivate{7};
constexpr UserId kDeleted{8};
constexpr UserId kStranger{99};

PairRow active(std::int64_t version) { return {RelationState::active, Version{version}}; }
PairRow pending(std::int64_t version) { return {RelationState::pending, Version{version}}; }
PairRow removed(std::int64_t version) { return {RelationState::removed, Version{version}}; }

WriteResult changed(Pair pair, PairRow row, std::int64_t seq) {
  return {Outcome::changed, Reason::none, row, {{pair, row, Seq{seq}}}};
}
WriteResult noop(Reason reason, PairRow row = {}) { return {Outcome::noop, reason, row, {}}; }
WriteResult rejected(Reason reason, PairRow row = {}) {
  return {Outcome::rejected, reason, row, {}};
}

class RelationServiceTest : public DatabaseTest {
 protected:
  void SetUp() override {
    DatabaseTest::SetUp();
    recorder = std::make_unique<RecordingTruthStore>(*truth, steps);
    service = std::make_unique<RelationService>(*recorder, runtime());
  }
  std::string events() { return sql->value("SELECT count(*) FROM relation_event"); }

  Steps steps;
  std::unique_ptr<RecordingTruthStore> recorder;
  std::unique_ptr<RelationService> service;
};

TEST_F(RelationServiceTest, follow_of_a_public_account) {
  EXPECT_EQ(*service->follow(kAnn, kBob), changed({kAnn, kBob}, active(1), 1));
  EXPECT_EQ(steps, (Steps{"begin", "lock_followee", "ensure_pair", "lock_pair", "check_block",
                          "save_pair", "next_seq", "append_event", "commit"}));
  EXPECT_EQ(sql->value("SELECT (seq, follower, followee, state, version) FROM relation_event"),
            "(1,1,2,ACTIVE,1)");
  EXPECT_EQ(sql->value("SELECT (follower, followee, state, version) FROM relation"),
            "(1,2,ACTIVE,1)");
}

TEST_F(RelationServiceTest, follow_of_a_private_account_waits_for_its_decision) {
  EXPECT_EQ(*service->follow(kAnn, kPrivate), changed({kAnn, kPrivate}, pending(1), 1));
  EXPECT_EQ(*service->follow(kAnn, kPrivate), noop(Reason::already_pending, pending(1)));
  EXPECT_EQ(*service->decide(kPrivate, kAnn, true), changed({kAnn, kPrivate}, active(2), 2));
  EXPECT_EQ(*service->decide(kPrivate, kAnn, true), rejected(Reason::not_pending, active(2)));
  EXPECT_EQ(*service->follow(kAnn, kPrivate), noop(Reason::already_active, active(2)));
  EXPECT_EQ(events(), "2");
}

TEST_F(RelationServiceTest, a_refused_request_may_be_made_again) {
  (void)service->follow(kAnn, kPrivate);
  EXPECT_EQ(*service->decide(kPrivate, kAnn, false), changed({kAnn, kPrivate}, removed(2), 2));
  EXPECT_EQ(*service->follow(kAnn, kPrivate), changed({kAnn, kPrivate}, pending(3), 3));
}

TEST_F(RelationServiceTest, versions_go_on_after_unfollow) {
  (void)service->follow(kAnn, kBob);
  steps.clear();
  EXPECT_EQ(*service->unfollow(kAnn, kBob), changed({kAnn, kBob}, removed(2), 2));
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "ensure_pair", "lock_pair", "save_pair",
                          "next_seq", "append_event", "commit"}));
  EXPECT_EQ(*service->unfollow(kAnn, kBob), noop(Reason::already_removed, removed(2)));
  EXPECT_EQ(*service->follow(kAnn, kBob), changed({kAnn, kBob}, active(3), 3));
}

TEST_F(RelationServiceTest, what_changes_nothing_leaves_a_placeholder_and_no_event) {
  EXPECT_EQ(*service->unfollow(kAnn, kBob), noop(Reason::already_removed));
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "ensure_pair", "lock_pair", "commit"}));
  EXPECT_EQ(*service->decide(kAnn, kBob, true), rejected(Reason::not_pending));
  EXPECT_EQ(sql->value("SELECT count(*) FROM relation WHERE state = 'REMOVED' AND version = 0"),
            "2");
  EXPECT_EQ(events(), "0");
  EXPECT_EQ(sql->value("SELECT last FROM event_seq"), "0");
}

TEST_F(RelationServiceTest, oneself_is_answered_without_a_step) {
  EXPECT_EQ(*service->follow(kAnn, kAnn), rejected(Reason::self));
  EXPECT_EQ(*service->unfollow(kAnn, kAnn), noop(Reason::already_removed));
  EXPECT_EQ(*service->decide(kAnn, kAnn, true), rejected(Reason::not_pending));
  EXPECT_EQ(*service->block(kAnn, kAnn), rejected(Reason::self));
  EXPECT_EQ(*service->unblock(kAnn, kAnn), noop(Reason::not_blocked));
  EXPECT_EQ(steps, Steps{});
}

TEST_F(RelationServiceTest, unknown_and_deleted_accounts_are_rejected_and_leave_nothing) {
  for (auto const gone : {kDeleted, kStranger}) {
    EXPECT_EQ(*service->follow(kAnn, gone), rejected(Reason::unknown));
    EXPECT_EQ(*service->follow(gone, kAnn), rejected(Reason::unknown));
    EXPECT_EQ(*service->unfollow(gone, kAnn), rejected(Reason::unknown));
    EXPECT_EQ(*service->decide(kAnn, gone, true), rejected(Reason::unknown));
    EXPECT_EQ(*service->block(kAnn, gone), rejected(Reason::unknown));
    EXPECT_EQ(*service->unblock(gone, kAnn), rejected(Reason::unknown));
    EXPECT_EQ(*service->post({PostId{1}, gone, Visibility::self, {}}, TokenRead::plain),
              rejected(Reason::unknown));
  }
  EXPECT_EQ(sql->value("SELECT count(*) FROM relation"), "0");
  EXPECT_EQ(sql->value("SELECT count(*) FROM post"), "0");
}

TEST_F(RelationServiceTest, block_removes_both_directions_in_lock_order) {
  (void)service->follow(kAnn, kBob);
  (void)service->follow(kBob, kAnn);
  steps.clear();
  auto const answer = *service->block(kBob, kAnn);
  EXPECT_EQ(answer, (WriteResult{
                        Outcome::changed,
                        Reason::none,
                        removed(2),
                        {{{kAnn, kBob}, removed(2), Seq{3}}, {{kBob, kAnn}, removed(2), Seq{4}}}}));
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "ensure_pair", "lock_pair", "ensure_pair",
                          "lock_pair", "insert_block", "save_pair", "next_seq", "append_event",
                          "save_pair", "next_seq", "append_event", "commit"}));
  EXPECT_EQ(*service->follow(kAnn, kBob), rejected(Reason::blocked, removed(2)));
  EXPECT_EQ(*service->follow(kBob, kAnn), rejected(Reason::blocked, removed(2)));
}

TEST_F(RelationServiceTest, block_answers_with_the_permission_at_stake) {
  (void)service->follow(kAnn, kBob);
  EXPECT_EQ(service->block(kAnn, kBob)->present, removed(0));
  (void)service->unblock(kAnn, kBob);
  EXPECT_EQ(service->block(kBob, kAnn)->present, removed(2));
}

TEST_F(RelationServiceTest, block_ends_a_pending_request_of_either_side) {
  (void)service->follow(kAnn, kPrivate);
  EXPECT_EQ(
      *service->block(kAnn, kPrivate),
      (WriteResult{Outcome::changed, Reason::none, {}, {{{kAnn, kPrivate}, removed(2), Seq{2}}}}));
}

TEST_F(RelationServiceTest, block_of_a_stranger_changes_and_a_second_one_does_not) {
  EXPECT_EQ(*service->block(kBob, kAnn), (WriteResult{Outcome::changed, Reason::none, {}, {}}));
  EXPECT_EQ(*service->block(kBob, kAnn), noop(Reason::already_blocked));
  EXPECT_EQ(*service->block(kAnn, kBob), (WriteResult{Outcome::changed, Reason::none, {}, {}}));
  EXPECT_EQ(sql->value("SELECT count(*) FROM block"), "2");
  EXPECT_EQ(events(), "0");
}

TEST_F(RelationServiceTest, unblock_deletes_the_block_row_only) {
  (void)service->follow(kAnn, kBob);
  (void)service->block(kBob, kAnn);
  steps.clear();
  EXPECT_EQ(*service->unblock(kBob, kAnn),
            (WriteResult{Outcome::changed, Reason::none, removed(2), {}}));
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "ensure_pair", "lock_pair", "delete_block",
                          "commit"}));
  EXPECT_EQ(*service->unblock(kBob, kAnn), noop(Reason::not_blocked, removed(2)));
  EXPECT_EQ(*service->follow(kAnn, kBob), changed({kAnn, kBob}, active(3), 3));
}

TEST_F(RelationServiceTest, the_other_direction_stays_blocked_after_unblock) {
  (void)service->block(kBob, kAnn);
  (void)service->block(kAnn, kBob);
  (void)service->unblock(kBob, kAnn);
  EXPECT_EQ(service->follow(kAnn, kBob)->reason, Reason::blocked);
}

TEST_F(RelationServiceTest, post_stores_the_last_seq_and_ignores_the_callers) {
  (void)service->follow(kAnn, kBob);
  steps.clear();
  Post const post{PostId{5}, kBob, Visibility::everyone, Seq{77}};
  EXPECT_EQ(*service->post(post, TokenRead::plain),
            (WriteResult{Outcome::changed, Reason::none, {}, {}}));
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "read_token", "insert_post", "commit"}));
  EXPECT_EQ(sql->value("SELECT (id, author, visibility, acl_token) FROM post"), "(5,2,PUBLIC,1)");
}

TEST_F(RelationServiceTest, a_locking_post_takes_the_token_for_share) {
  EXPECT_TRUE(service->post({PostId{5}, kBob, Visibility::self, {}}, TokenRead::locking).ok());
  EXPECT_EQ(steps, (Steps{"begin", "check_accounts", "lock_token", "insert_post", "commit"}));
}

TEST_F(RelationServiceTest, a_second_post_of_one_id_is_a_defect_without_effect) {
  (void)service->post({PostId{5}, kBob, Visibility::self, {}}, TokenRead::plain);
  auto const again = service->post({PostId{5}, kAnn, Visibility::self, {}}, TokenRead::plain);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.failure().kind, Failure::Kind::defect);
  EXPECT_EQ(again.failure().sqlstate, "23505");
  EXPECT_EQ(sql->value("SELECT author FROM post"), "2");
}

TEST_F(RelationServiceTest, outcomes_are_counted) {
  (void)service->follow(kAnn, kBob);
  (void)service->follow(kAnn, kBob);
  (void)service->follow(kAnn, kAnn);
  EXPECT_EQ(metrics.outcomes(TxnKind::follow, Outcome::changed), 1);
  EXPECT_EQ(metrics.outcomes(TxnKind::follow, Outcome::noop), 1);
  EXPECT_EQ(metrics.outcomes(TxnKind::follow, Outcome::rejected), 1);
  EXPECT_EQ(metrics.outcomes(TxnKind::block, Outcome::rejected), 0);
}

}  // namespace
}  // namespace impl::tests
