#include "impl/tests/database.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "impl/log/log.hpp"
#include "impl/postgres/schema.hpp"

namespace impl::tests {

namespace {

std::string dsn() {
  char const* const value = std::getenv("RELCHECK_TEST_DSN");
  return value == nullptr ? "" : value;
}

std::string schema_name() { return fmt::format("impl_test_{}", ::getpid()); }

bool schema_exists = false;

void create_schema() {
  Sql sql{schema_name()};
  sql.run(fmt::format("CREATE SCHEMA {}", schema_name()));
  sql.run(std::string{postgres::schema_sql()});
  schema_exists = !testing::Test::HasFailure();
}

/// Keeps the log quiet, and drops the schema at the end of the process.
class SchemaEnvironment : public testing::Environment {
  // The failures that the tests bring about on purpose should not look like failed tests.
  void SetUp() override { set_log_level(LogLevel::off); }
  void TearDown() override {
    if (!schema_exists) return;
    Sql sql{""};
    sql.run(
        fmt::format("SET client_min_messages = warning; DROP SCHEMA {} CASCADE", schema_name()));
  }
};
auto* const kEnvironment = testing::AddGlobalTestEnvironment(new SchemaEnvironment);

}  // namespace

Sql::Sql(std::string const& search_path) : connection_{PQconnectdb(dsn().c_str())} {
  if (PQstatus(connection_) != CONNECTION_OK) {
    ADD_FAILURE() << "RELCHECK_TEST_DSN: " << PQerrorMessage(connection_);
  } else if (!search_path.empty()) {
    run("SET search_path = " + search_path);
  }
}

Sql::~Sql() { PQfinish(connection_); }

void Sql::run(std::string const& statements) {
  auto* const result = PQexec(connection_, statements.c_str());
  auto const status = PQresultStatus(result);
  EXPECT_TRUE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
      << statements << "\n"
      << PQerrorMessage(connection_);
  PQclear(result);
}

std::string Sql::value(std::string const& query) {
  auto* const result = PQexec(connection_, query.c_str());
  EXPECT_EQ(PQresultStatus(result), PGRES_TUPLES_OK) << query << "\n"
                                                     << PQerrorMessage(connection_);
  std::string const value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  PQclear(result);
  return value;
}

void Sql::until(std::string const& query) {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds{5};
  while (value(query) != "t") {
    if (std::chrono::steady_clock::now() > deadline) FAIL() << "never true: " << query;
    std::this_thread::yield();
  }
}

void DatabaseTest::SetUp() {
  ASSERT_NE(dsn(), "") << "set RELCHECK_TEST_DSN to a PostgreSQL server that the tests may use, "
                          "such as 'host=/tmp/socket user=postgres dbname=postgres'";
  if (!schema_exists) create_schema();
  ASSERT_TRUE(schema_exists) << "the schema could not be created";
  sql = std::make_unique<Sql>(schema_name());
  sql->run(R"sql(
    DELETE FROM account; DELETE FROM relation; DELETE FROM block; DELETE FROM relation_event;
    DELETE FROM post; DELETE FROM proj_follower; DELETE FROM proj_count; DELETE FROM proj_seen;
    UPDATE event_seq SET last = 0;
    UPDATE proj_watermark SET applied_upto = 0, serving = true;
    INSERT INTO account SELECT id, id = 7, CASE WHEN id = 8 THEN now() END
      FROM unnest(ARRAY[1, 2, 3, 7, 8]) id;
  )sql");
  pool = std::make_unique<postgres::ConnectionPool>(options());
  truth = std::make_unique<postgres::PgTruthStore>(*pool);
  projection = std::make_unique<postgres::PgProjectionStore>(*pool);
  access_store = std::make_unique<postgres::PgAccessStore>(*pool);
  relations = std::make_unique<RelationService>(*truth, runtime());
  projector = std::make_unique<Projector>(*projection, runtime());
  access = std::make_unique<AccessService>(*access_store, metrics);
}

postgres::ConnectOptions DatabaseTest::options(int size) {
  return {.dsn = dsn(),
          .application_name = schema_name(),
          .search_path = schema_name(),
          .wait = wait,
          .size = size,
          .acquire_timeout = std::chrono::milliseconds{200}};
}

void DatabaseTest::kill(int backend_pid) {
  EXPECT_EQ(sql->value(fmt::format("SELECT pg_terminate_backend({}, 5000)", backend_pid)), "t");
}

int DatabaseTest::blocked_pid() {
  auto const query = fmt::format(
      "SELECT pid FROM pg_stat_activity WHERE application_name = '{}' AND "
      "cardinality(pg_blocking_pids(pid)) > 0",
      schema_name());
  sql->until("SELECT EXISTS (" + query + ")");
  auto const pid = sql->value(query);
  return pid.empty() ? 0 : std::stoi(pid);
}

}  // namespace impl::tests
