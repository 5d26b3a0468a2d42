#include "impl/postgres/connection.hpp"

#include <fmt/format.h>

#include <future>
#include <stdexcept>

#include "impl/ports/store_error.hpp"
#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

using namespace std::chrono_literals;
using postgres::Connection;
using postgres::Statement;

constexpr Statement kOne{"one", "SELECT 1"};
constexpr Statement kSum{"sum", "SELECT $1::bigint + $2::bigint, $3::text, false"};
constexpr Statement kLock{"lock", kLockMine};
constexpr Statement kDivide{"divide", "SELECT 1 / 0"};

postgres::ConnectOptions with_wait(postgres::ConnectOptions const& base, postgres::Wait& wait) {
  return {.dsn = base.dsn,
          .search_path = base.search_path,
          .statements = base.statements,
          .wait = wait};
}

class ConnectionTest : public DatabaseTest {
 protected:
  postgres::ConnectOptions with(std::vector<Statement> statements) {
    auto result = options();
    result.statements = std::move(statements);
    for (auto const& statement : {postgres::kBegin, postgres::kCommit, postgres::kRollback}) {
      result.statements.push_back(statement);
    }
    return result;
  }
};

TEST_F(ConnectionTest, parameters_and_values_keep_every_digit) {
  Connection connection{with({kSum})};
  auto const rows = connection.execute(kSum, std::int64_t{-9'223'372'036'854'775'807}, -1, "word");
  EXPECT_EQ(rows.integer(0, 0), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(rows.text(0, 1), "word");
  EXPECT_FALSE(rows.boolean(0, 2));
}

TEST_F(ConnectionTest, a_value_that_is_not_there_or_of_another_type_is_a_defect) {
  Connection connection{with({kSum})};
  auto const rows = connection.execute(kSum, 1, 2, "word");
  EXPECT_THROW((void)rows.integer(0, 1), StatementFailed);
  EXPECT_THROW((void)rows.boolean(0, 1), StatementFailed);
  EXPECT_THROW((void)rows.state(0, 1), StatementFailed);
  EXPECT_THROW((void)rows.text(1, 0), StatementFailed);
  EXPECT_THROW((void)rows.text(0, 3), StatementFailed);
}

TEST_F(ConnectionTest, knows_its_server_process) {
  Connection connection{with({{"pid", "SELECT pg_backend_pid()"}})};
  EXPECT_EQ(connection.execute({"pid", ""}).integer(0, 0), connection.backend_pid());
  EXPECT_GE(connection.socket(), 0);
}

TEST_F(ConnectionTest, an_error_leaves_the_connection_usable_after_rollback) {
  Connection connection{with({kDivide, kOne})};
  connection.begin(postgres::kBegin);
  EXPECT_THROW(connection.execute(kDivide), StatementFailed);
  EXPECT_FALSE(connection.idle());
  EXPECT_TRUE(connection.rollback());
  EXPECT_TRUE(connection.idle());
  EXPECT_EQ(connection.execute(kOne).integer(0, 0), 1);
}

TEST_F(ConnectionTest, commit_of_a_failed_transaction_is_not_taken_for_a_commit) {
  Connection connection{with({kDivide})};
  connection.begin(postgres::kBegin);
  EXPECT_THROW(connection.execute(kDivide), StatementFailed);
  EXPECT_THROW(connection.commit(), StatementFailed);
}

TEST_F(ConnectionTest, a_killed_session_stays_lost) {
  Connection connection{with({kOne})};
  kill(connection.backend_pid());
  EXPECT_THROW(connection.execute(kOne), ConnectionLost);
  EXPECT_THROW(connection.execute(kOne), ConnectionLost);
  EXPECT_FALSE(connection.alive());
  EXPECT_FALSE(connection.rollback());
}

TEST_F(ConnectionTest, alive_sees_the_end_of_an_idle_session) {
  Connection connection{with({kOne})};
  EXPECT_TRUE(connection.alive());
  kill(connection.backend_pid());
  EXPECT_FALSE(connection.alive());
  EXPECT_FALSE(connection.idle());
}

TEST_F(ConnectionTest, begin_goes_with_the_first_statement) {
  Connection connection{with({{"now", "SELECT now()::text"}})};
  Statement const now{"now", ""};  // When the transaction began.
  connection.begin(postgres::kBegin);
  EXPECT_FALSE(connection.idle());
  std::string const first{connection.execute(now).text(0, 0)};
  EXPECT_EQ(connection.execute(now).text(0, 0), first);
  connection.commit();
  EXPECT_TRUE(connection.idle());
  EXPECT_NE(connection.execute(now).text(0, 0), first);
}

TEST_F(ConnectionTest, a_begin_that_fails_is_told_as_such) {
  Connection connection{with({kOne})};
  connection.begin({"no_such_begin", ""});
  try {
    connection.execute(kOne);
    FAIL() << "began";
  } catch (StatementFailed const& error) {
    EXPECT_NE(std::string{error.what()}.find("no_such_begin"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(connection.rollback());
  EXPECT_EQ(connection.execute(kOne).integer(0, 0), 1);
}

TEST_F(ConnectionTest, a_transaction_without_statements_ends_unheard) {
  Connection connection{with({kOne})};
  connection.begin(postgres::kBegin);
  connection.commit();
  EXPECT_TRUE(connection.idle());
  connection.begin(postgres::kBegin);
  EXPECT_TRUE(connection.rollback());
  EXPECT_TRUE(connection.idle());
  EXPECT_EQ(connection.execute(kOne).integer(0, 0), 1);
}

TEST_F(ConnectionTest, a_session_killed_before_its_first_statement_is_lost) {
  Connection connection{with({kOne})};
  connection.begin(postgres::kBegin);
  kill(connection.backend_pid());
  EXPECT_THROW(connection.execute(kOne), ConnectionLost);
  EXPECT_THROW(connection.begin(postgres::kBegin), ConnectionLost);
}

TEST_F(ConnectionTest, a_session_killed_before_commit_is_no_doubt) {
  Connection connection{with({kOne})};
  connection.begin(postgres::kBegin);
  connection.execute(kOne);
  kill(connection.backend_pid());
  EXPECT_THROW(connection.commit(), ConnectionLost);
}

TEST_F(ConnectionTest, a_statement_beyond_its_deadline_is_cancelled_and_lost) {
  sql->run(kLockMine);
  postgres::DeadlineWait hasty{50ms};
  auto const base = with({kLock});
  Connection connection{with_wait(base, hasty)};
  int const pid = connection.backend_pid();
  EXPECT_THROW(connection.execute(kLock), ConnectionLost);
  sql->until(fmt::format("SELECT cardinality(pg_blocking_pids({})) = 0", pid));
  EXPECT_THROW(connection.execute(kLock), ConnectionLost);
  sql->run(kUnlockMine);
}

TEST_F(ConnectionTest, a_session_killed_while_it_waits_for_a_lock_is_lost) {
  sql->run(kLockMine);
  Connection connection{with({kLock})};
  auto waiting = std::async(std::launch::async, [&] { connection.execute(kLock); });
  EXPECT_EQ(blocked_pid(), connection.backend_pid());
  kill(connection.backend_pid());
  EXPECT_THROW(waiting.get(), ConnectionLost);
  sql->run(kUnlockMine);
}

/// Leaves in the middle of a statement with an exception of its own.
class Leaving : public postgres::Wait {
 public:
  void until_readable(int /*socket*/) override { throw std::logic_error{"left"}; }
};

TEST_F(ConnectionTest, whatever_the_wait_throws_the_connection_is_lost) {
  Leaving leaving;
  auto const base = with({kOne});
  Connection connection{with_wait(base, leaving)};
  EXPECT_THROW(connection.execute(kOne), std::logic_error);
  EXPECT_THROW(connection.execute(kOne), ConnectionLost);
}

/// Runs a statement of another connection while the first one waits.
class Reentrant : public postgres::Wait {
 public:
  Connection* other{nullptr};
  int answers{0};
  void until_readable(int socket) override {
    if (auto* const connection = std::exchange(other, nullptr)) {
      answers += static_cast<int>(connection->execute(kOne).integer(0, 0));
    }
    EXPECT_TRUE(postgres::readable_within(socket, 5s));
  }
};

TEST_F(ConnectionTest, other_connections_may_run_while_one_waits) {
  Reentrant reentrant;
  auto const base = with({kOne, kSum});
  Connection first{with_wait(base, reentrant)};
  Connection second{with_wait(base, reentrant)};
  reentrant.other = &second;
  EXPECT_EQ(first.execute(kSum, 20, 22, "").integer(0, 0), 42);
  EXPECT_EQ(reentrant.answers, 1);
}

TEST_F(ConnectionTest, an_unreachable_server_is_named) {
  postgres::ConnectOptions const nowhere{.dsn = "host=/nonexistent", .wait = wait};
  try {
    Connection connection{nowhere};
    FAIL() << "connected";
  } catch (ConnectionLost const& error) {
    EXPECT_NE(std::string{error.what()}.find("/nonexistent"), std::string::npos);
  }
}

}  // namespace
}  // namespace impl::tests
