#include <fmt/format.h>

#include <future>

#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

constexpr Pair kPair{UserId{1}, UserId{2}};

/// Which step holds which lock until the transaction ends.
class LocksTest : public DatabaseTest {
 protected:
  /// Whether another session could lock the row now in this mode.
  bool free_for(std::string const& mode, std::string const& row) {
    return !sql->value(fmt::format("SELECT true FROM {} FOR {} SKIP LOCKED", row, mode)).empty();
  }
};

TEST_F(LocksTest, follow_shares_the_followees_account_and_leaves_the_followers) {
  auto txn = truth->begin(TxnKind::follow);
  EXPECT_EQ(txn->lock_followee(UserId{1}, UserId{7}), true);
  EXPECT_TRUE(free_for("SHARE", "account WHERE id = 7"));
  EXPECT_FALSE(free_for("NO KEY UPDATE", "account WHERE id = 7"));
  EXPECT_TRUE(free_for("UPDATE", "account WHERE id = 1"));
  txn->rollback();
  EXPECT_TRUE(free_for("UPDATE", "account WHERE id = 7"));
}

TEST_F(LocksTest, lock_pair_excludes_everyone_from_one_direction) {
  auto txn = truth->begin(TxnKind::follow);
  txn->ensure_pair(kPair);
  txn->commit();
  auto holder = truth->begin(TxnKind::follow);
  EXPECT_EQ(holder->lock_pair(kPair), PairRow{});
  EXPECT_FALSE(free_for("KEY SHARE", "relation"));
}

TEST_F(LocksTest, next_seq_keeps_the_end_of_the_log_until_the_end) {
  auto txn = truth->begin(TxnKind::follow);
  EXPECT_EQ(txn->next_seq(), Seq{1});
  EXPECT_FALSE(free_for("SHARE", "event_seq"));
  txn->rollback();
  EXPECT_TRUE(free_for("UPDATE", "event_seq"));
  EXPECT_EQ(truth->begin(TxnKind::follow)->next_seq(), Seq{1});
}

TEST_F(LocksTest, the_locking_token_holds_relation_writes_back_and_the_plain_one_does_not) {
  auto plain = truth->begin(TxnKind::post);
  plain->read_token();
  EXPECT_TRUE(free_for("UPDATE", "event_seq"));
  auto locking = truth->begin(TxnKind::post);
  locking->lock_token();
  EXPECT_TRUE(free_for("SHARE", "event_seq"));
  EXPECT_FALSE(free_for("NO KEY UPDATE", "event_seq"));
}

TEST_F(LocksTest, the_locking_token_waits_for_a_relation_write_in_flight) {
  auto writing = truth->begin(TxnKind::block);
  writing->next_seq();
  auto posting = std::async(std::launch::async, [this] {
    auto txn = truth->begin(TxnKind::post);
    return txn->lock_token();
  });
  EXPECT_GT(blocked_pid(), 0);
  writing->commit();
  EXPECT_EQ(posting.get(), Seq{1});
}

TEST_F(LocksTest, a_consumer_holds_its_row_and_then_the_watermark) {
  auto txn = projection->begin(TxnKind::apply);
  txn->ensure_row(kPair);
  txn->commit();
  auto holder = projection->begin(TxnKind::apply);
  holder->lock_row(kPair);
  EXPECT_FALSE(free_for("KEY SHARE", "proj_follower"));
  EXPECT_TRUE(free_for("UPDATE", "proj_watermark"));
  holder->lock_watermark();
  EXPECT_FALSE(free_for("KEY SHARE", "proj_watermark"));
}

TEST_F(LocksTest, rebuild_waits_for_a_consumer_in_flight_and_clears_what_it_wrote) {
  auto consuming = projection->begin(TxnKind::apply);
  consuming->mark_seen(Seq{1});
  auto rebuilding = std::async(std::launch::async, [this] { return projector->rebuild(); });
  EXPECT_GT(blocked_pid(), 0);
  consuming->ensure_row(kPair);
  consuming->replace_row(kPair, {RelationState::active, Version{1}});
  consuming->add_count(kPair.followee, 1);
  consuming->commit();
  EXPECT_TRUE(rebuilding.get().ok());
  EXPECT_EQ(sql->value("SELECT (SELECT count(*) FROM proj_follower) + (SELECT count(*) FROM "
                       "proj_count) + (SELECT count(*) FROM proj_seen)"),
            "0");
}

TEST_F(LocksTest, a_consumer_waits_for_a_rebuild_in_flight) {
  auto rebuilding = projection->begin(TxnKind::rebuild);
  rebuilding->lock_projection();
  auto consuming = std::async(std::launch::async, [this] {
    return projector->apply({Seq{1}, kPair, {RelationState::active, Version{1}}});
  });
  EXPECT_GT(blocked_pid(), 0);
  rebuilding->clear_projection();
  rebuilding->commit();
  EXPECT_EQ(*consuming.get(), ApplyVerdict::applied);
  EXPECT_EQ(sql->value("SELECT followers FROM proj_count"), "1");
}

}  // namespace
}  // namespace impl::tests
