#include "impl/service/transact.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <vector>

namespace impl {
namespace {

/// What happened, in order.
using Journal = std::vector<std::string>;

struct FakeTxn {
  Journal& journal;
  std::function<void()> on_commit;
  void commit() {
    journal.push_back("commit");
    on_commit();
  }
  void rollback() noexcept { journal.push_back("rollback"); }
};

/// A store whose begin and commit do what the test says.
struct FakeStore {
  Journal journal;
  std::function<void()> on_begin = [] {};
  std::function<void()> on_commit = [] {};
  std::unique_ptr<FakeTxn> begin(TxnKind) {
    journal.push_back("begin");
    on_begin();
    return std::make_unique<FakeTxn>(FakeTxn{journal, on_commit});
  }
};

struct FakeBackoff : Backoff {
  explicit FakeBackoff(Journal& target) : journal{target} {}
  void wait(int attempt) override { journal.push_back("wait " + std::to_string(attempt)); }
  Journal& journal;
};

class Transact : public testing::Test {
 protected:
  template <class Body>
  auto run(Body const& body, int attempts = 3) {
    return transact(store, TxnKind::follow, Runtime{backoff, metrics, attempts}, body);
  }
  /// Fails `times` times, then answers 42.
  template <class Error>
  auto failing(int times, Error error) {
    return [this, times, error](FakeTxn&) {
      if (++bodies <= times) throw error;
      return 42;
    };
  }

  FakeStore store;
  FakeBackoff backoff{store.journal};
  Metrics metrics;
  int bodies{0};
};

TEST_F(Transact, answers_after_commit) {
  auto const result = run([](FakeTxn&) { return 42; });
  EXPECT_EQ(*result, 42);
  EXPECT_EQ(store.journal, (Journal{"begin", "commit"}));
}

TEST_F(Transact, tries_a_conflict_again_as_a_whole) {
  auto const result = run(failing(2, TransactionConflict{"40P01", "deadlock"}));
  EXPECT_EQ(*result, 42);
  EXPECT_EQ(store.journal, (Journal{"begin", "rollback", "wait 1", "begin", "rollback", "wait 2",
                                    "begin", "commit"}));
  EXPECT_EQ(metrics.retries(), 2);
  EXPECT_EQ(metrics.unavailable(), 0);
}

TEST_F(Transact, stops_at_the_bound_without_a_last_wait) {
  auto const result = run(failing(9, TransactionConflict{"40001", "serialize"}));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::unavailable);
  EXPECT_EQ(result.failure().sqlstate, "40001");
  EXPECT_EQ(bodies, 3);
  EXPECT_EQ(store.journal.back(), "rollback");
  EXPECT_EQ(metrics.retries(), 2);
  EXPECT_EQ(metrics.unavailable(), 1);
}

TEST_F(Transact, tries_again_after_a_connection_lost_before_commit) {
  auto const result = run(failing(1, ConnectionLost{"gone"}));
  EXPECT_EQ(*result, 42);
  EXPECT_EQ(bodies, 2);
}

TEST_F(Transact, tries_again_when_begin_finds_no_connection) {
  int begins = 0;
  store.on_begin = [&] {
    if (++begins == 1) throw ConnectionLost{"none free"};
  };
  EXPECT_EQ(*run([](FakeTxn&) { return 42; }), 42);
  EXPECT_EQ(store.journal, (Journal{"begin", "wait 1", "begin", "commit"}));
}

TEST_F(Transact, never_tries_a_commit_in_doubt_again) {
  store.on_commit = [] { throw CommitInDoubt{"no answer"}; };
  auto const result = run([this](FakeTxn&) { return ++bodies; });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::in_doubt);
  EXPECT_EQ(bodies, 1);
  EXPECT_EQ(metrics.in_doubt(), 1);
  EXPECT_EQ(metrics.retries(), 0);
}

TEST_F(Transact, tries_again_when_commit_itself_reports_a_conflict) {
  int commits = 0;
  store.on_commit = [&] {
    if (++commits == 1) throw TransactionConflict{"40001", "serialize"};
  };
  EXPECT_EQ(*run([](FakeTxn&) { return 42; }), 42);
  EXPECT_EQ(commits, 2);
}

TEST_F(Transact, reports_a_refused_statement_as_a_defect_at_once) {
  auto const result = run(failing(1, StatementFailed{"23505", "duplicate"}));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::defect);
  EXPECT_EQ(result.failure().message, "duplicate");
  EXPECT_EQ(metrics.defects(), 1);
  EXPECT_EQ(store.journal, (Journal{"begin", "rollback"}));
}

TEST_F(Transact, lets_other_exceptions_pass) {
  EXPECT_THROW((void)run(failing(1, std::logic_error{"ours"})), std::logic_error);
}

}  // namespace
}  // namespace impl
