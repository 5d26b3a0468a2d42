#include <fmt/format.h>

#include <future>
#include <latch>
#include <thread>

#include "impl/ports/store_error.hpp"
#include "impl/postgres/random_backoff.hpp"
#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

constexpr Pair kForth{UserId{1}, UserId{2}};
constexpr Pair kBack{UserId{2}, UserId{1}};

/// What transact() makes of real failures of a real server.
class RetryTest : public DatabaseTest {
 protected:
  void TearDown() override {
    if (sql)
      sql->run("SET client_min_messages = warning; DROP TRIGGER IF EXISTS slow_commit ON post");
  }
  /// Makes the COMMIT of a post wait until the observer's advisory lock is free.
  void make_commit_wait() {
    sql->run(R"sql(
      CREATE OR REPLACE FUNCTION wait_for_observer() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext(current_schema())); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON post
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_observer())sql");
    sql->run(kLockMine);
  }
  std::future<Result<WriteResult>> post_in_background() {
    return std::async(std::launch::async, [this] {
      return relations->post({PostId{1}, UserId{1}, Visibility::self, {}}, TokenRead::plain);
    });
  }
};

TEST_F(RetryTest, a_real_deadlock_is_tried_again_and_both_finish) {
  (void)relations->unfollow(kForth.follower, kForth.followee);
  (void)relations->unfollow(kBack.follower, kBack.followee);
  std::latch both_hold_one{2};
  postgres::RandomBackoff pauses{1};
  auto const attempts_to_lock = [&](Pair first, Pair second) {
    int attempts = 0;
    auto const body = [&](TruthTxn& txn) {
      txn.lock_pair(first);
      if (++attempts == 1) both_hold_one.arrive_and_wait();
      return txn.lock_pair(second);
    };
    EXPECT_TRUE(transact(*truth, TxnKind::block, Runtime{pauses, metrics}, body).ok());
    return attempts;
  };
  auto other = std::async(std::launch::async, attempts_to_lock, kBack, kForth);
  int const attempts = attempts_to_lock(kForth, kBack) + other.get();
  EXPECT_GE(metrics.retries(), 1);
  EXPECT_EQ(attempts, 2 + metrics.retries());
}

TEST_F(RetryTest, a_real_serialization_failure_is_tried_again_and_runs_out_at_the_bound) {
  (void)relations->follow(kForth.follower, kForth.followee);
  auto strict = options(1);
  for (auto& statement : strict.statements) {
    if (statement.name == std::string_view{"begin"}) {
      statement.text = "BEGIN ISOLATION LEVEL REPEATABLE READ";
    }
  }
  postgres::ConnectionPool strict_pool{strict};
  postgres::PgTruthStore strict_truth{strict_pool};
  auto const attempt_with = [&](int conflicts) {
    int attempts = 0;
    return transact(strict_truth, TxnKind::unfollow, runtime(), [&](TruthTxn& txn) {
      txn.check_block(UserId{1}, UserId{2});  // Takes the snapshot.
      if (++attempts <= conflicts) sql->run("UPDATE relation SET version = version");
      return txn.lock_pair(kForth);
    });
  };
  EXPECT_EQ(attempt_with(2)->version, Version{1});
  EXPECT_EQ(backoff.waits, (std::vector{1, 2}));

  auto const result = attempt_with(99);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::unavailable);
  EXPECT_EQ(result.failure().sqlstate, "40001");
  EXPECT_EQ(metrics.retries(), 2 + 4);
}

TEST_F(RetryTest, a_session_killed_between_steps_loses_and_repeats_nothing) {
  int attempts = 0;
  auto const result = transact(*truth, TxnKind::follow, runtime(), [&](TruthTxn& txn) {
    txn.ensure_pair(kForth);
    txn.lock_pair(kForth);
    txn.save_pair(kForth, {RelationState::active, Version{1}});
    if (++attempts == 1) kill(pool->backend_pids().front());
    Seq const seq = txn.next_seq();
    txn.append_event({seq, kForth, {RelationState::active, Version{1}}});
    return seq;
  });
  EXPECT_EQ(*result, Seq{1});
  EXPECT_EQ(attempts, 2);
  EXPECT_EQ(metrics.retries(), 1);
  EXPECT_EQ(sql->value("SELECT count(*) FROM relation_event"), "1");
}

TEST_F(RetryTest, a_session_killed_just_before_commit_is_tried_again) {
  int attempts = 0;
  auto const result = transact(*truth, TxnKind::follow, runtime(), [&](TruthTxn& txn) {
    Seq const seq = txn.next_seq();
    if (++attempts == 1) kill(pool->backend_pids().front());
    return seq;
  });
  EXPECT_EQ(*result, Seq{1});
  EXPECT_EQ(attempts, 2);
  EXPECT_EQ(metrics.in_doubt(), 0);
}

TEST_F(RetryTest, a_session_killed_during_commit_is_in_doubt_and_not_tried_again) {
  make_commit_wait();
  auto posting = post_in_background();
  kill(blocked_pid());
  auto const result = posting.get();
  sql->run(kUnlockMine);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::in_doubt);
  EXPECT_EQ(metrics.in_doubt(), 1);
  EXPECT_EQ(metrics.retries(), 0);
  EXPECT_EQ(sql->value("SELECT count(*) FROM post"), "0");
}

TEST_F(RetryTest, a_commit_that_the_server_refuses_is_a_defect_not_a_doubt) {
  sql->run(R"sql(
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE unique_violation; END $$;
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON post
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse())sql");
  auto const result = post_in_background().get();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::defect);
  EXPECT_EQ(result.failure().sqlstate, "23505");
}

TEST_F(RetryTest, a_commit_without_an_answer_in_time_is_in_doubt) {
  make_commit_wait();
  postgres::DeadlineWait hasty{std::chrono::milliseconds{100}};
  postgres::ConnectionPool hasty_pool{
      {.dsn = options().dsn, .search_path = options().search_path, .wait = hasty}};
  postgres::PgTruthStore hasty_truth{hasty_pool};
  RelationService service{hasty_truth, runtime()};
  auto const result = service.post({PostId{1}, UserId{1}, Visibility::self, {}}, TokenRead::plain);
  sql->run(kUnlockMine);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::in_doubt);
}

TEST_F(RetryTest, follow_waits_for_a_block_in_flight_and_is_then_rejected) {
  auto blocking = truth->begin(TxnKind::block);
  blocking->ensure_pair(kForth);
  blocking->lock_pair(kForth);
  blocking->insert_block(kForth.followee, kForth.follower);
  auto following = std::async(
      std::launch::async, [this] { return relations->follow(kForth.follower, kForth.followee); });
  (void)blocked_pid();
  blocking->commit();
  EXPECT_EQ(following.get()->reason, Reason::blocked);
}

TEST_F(RetryTest, sixteen_threads_follow_once) {
  auto wide = options(16);
  wide.acquire_timeout = std::chrono::seconds{10};
  postgres::ConnectionPool wide_pool{wide};
  postgres::PgTruthStore wide_truth{wide_pool};
  RelationService service{wide_truth, runtime()};
  std::atomic<int> changed{0};
  std::atomic<int> noop{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      auto const result = service.follow(kForth.follower, kForth.followee);
      if (result.ok() && result->outcome == Outcome::changed) ++changed;
      if (result.ok() && result->reason == Reason::already_active) ++noop;
    });
  }
  threads.clear();
  EXPECT_EQ(changed, 1);
  EXPECT_EQ(noop, 15);
  EXPECT_EQ(sql->value("SELECT (count(*), max(version)) FROM relation_event"), "(1,1)");
}

}  // namespace
}  // namespace impl::tests
