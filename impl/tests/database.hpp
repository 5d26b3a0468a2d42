#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "impl/postgres/deadline_wait.hpp"
#include "impl/postgres/pg_access_store.hpp"
#include "impl/postgres/pg_projection_store.hpp"
#include "impl/postgres/pg_truth_store.hpp"
#include "impl/postgres/pool.hpp"
#include "impl/service/access_service.hpp"
#include "impl/service/projector.hpp"
#include "impl/service/relation_service.hpp"

struct pg_conn;

namespace impl::tests {

/// A plain session beside the services, for set-up and observation. Fails the test on any error.
class Sql {
 public:
  explicit Sql(std::string const& search_path);
  ~Sql();
  Sql(Sql const&) = delete;
  Sql& operator=(Sql const&) = delete;

  void run(std::string const& statements);
  /// The first column of the first row; empty if there is none.
  std::string value(std::string const& query);
  /// Waits until `query` answers `t`; fails after five seconds.
  void until(std::string const& query);

 private:
  pg_conn* connection_;
};

/// Waits for nothing, and remembers how often it was asked to.
class CountingBackoff : public Backoff {
 public:
  void wait(int attempt) override { waits.push_back(attempt); }
  std::vector<int> waits;
};

/// An advisory lock for the tests of this process alone: others may share the server.
inline constexpr char const* kLockMine = "SELECT pg_advisory_lock(hashtext(current_schema()))";
inline constexpr char const* kUnlockMine = "SELECT pg_advisory_unlock(hashtext(current_schema()))";

/// A test on the server of RELCHECK_TEST_DSN, in a schema that starts empty.
/// Accounts: 1, 2, 3 public; 7 private; 8 deleted.
class DatabaseTest : public testing::Test {
 protected:
  void SetUp() override;

  [[nodiscard]] postgres::ConnectOptions options(int size = 4);
  /// Ends the session and returns when its process is gone.
  void kill(int backend_pid);
  /// Waits until one of the test's sessions waits for a lock, and answers which.
  int blocked_pid();
  [[nodiscard]] Runtime runtime() { return {backoff, metrics}; }

  postgres::DeadlineWait wait{std::chrono::seconds{10}};
  CountingBackoff backoff;
  Metrics metrics;
  std::unique_ptr<Sql> sql;
  std::unique_ptr<postgres::ConnectionPool> pool;
  std::unique_ptr<postgres::PgTruthStore> truth;
  std::unique_ptr<postgres::PgProjectionStore> projection;
  std::unique_ptr<postgres::PgAccessStore> access_store;
  std::unique_ptr<RelationService> relations;
  std::unique_ptr<Projector> projector;
  std::unique_ptr<AccessService> access;
};

}  // namespace impl::tests
