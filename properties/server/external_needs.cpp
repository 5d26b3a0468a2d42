#include <fmt/format.h>

#include "properties/server/external.hpp"
#include "properties/server/installation.hpp"

namespace properties::server {
namespace {

// One row of facts, each in the order of Facts.
constexpr char const* kFacts = R"sql(
    SELECT current_user, current_database(), pg_is_in_recovery(),
           current_setting('default_transaction_read_only')::bool,
           has_database_privilege(current_database(), 'CREATE'),
           has_function_privilege('pg_blocking_pids(integer)', 'EXECUTE'),
           has_function_privilege('pg_try_advisory_lock(integer,integer)', 'EXECUTE'),
           current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int
             - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'))sql";

enum Fact { user, database, standby, read_only, create, blocking_pids, advisory_lock, connections };

Problem grant_problem(Row const& facts, std::string const& missing, std::string const& grant) {
  return {fmt::format("user '{}' lacks {} in database '{}'", facts[user], missing, facts[database]),
          fmt::format("as its owner or a superuser: {}", grant)};
}

Problem function_problem(Row const& facts, std::string const& function) {
  return grant_problem(
      facts, "EXECUTE on " + function,
      fmt::format("GRANT EXECUTE ON FUNCTION {} TO \"{}\"", function, facts[user]));
}

std::optional<Problem> find_missing_right(Row const& facts) {
  if (facts[create] != "t") {
    return grant_problem(
        facts, "the right to create a schema",
        fmt::format("GRANT CREATE ON DATABASE \"{}\" TO \"{}\"", facts[database], facts[user]));
  }
  if (facts[blocking_pids] != "t") return function_problem(facts, "pg_blocking_pids(integer)");
  if (facts[advisory_lock] != "t") {
    return function_problem(facts, "pg_try_advisory_lock(integer, integer)");
  }
  return {};
}

}  // namespace

std::optional<Problem> find_objection(Connection& connection, Options const& options) {
  if (connection.version_number() < kOldestMajor * 10'000) {
    return Problem{fmt::format("the server is PostgreSQL {}", connection.version_number() / 10'000),
                   fmt::format("relcheck needs {} or newer", kOldestMajor)};
  }
  auto asked = connection.query(kFacts);
  if (!asked.ok()) return asked.problem();
  Row const& facts = asked.value()[0];
  if (facts[standby] == "t") {
    return Problem{"the server is a standby, which takes no writes", "give --dsn the primary"};
  }
  if (facts[read_only] == "t") {
    return Problem{"transactions are read-only by default for this user and database",
                   "set default_transaction_read_only to off"};
  }
  if (auto const problem = find_missing_right(facts)) return problem;
  int const needed = options.workers * options.connections_per_worker;
  if (std::stoi(facts[connections]) >= needed) return {};
  return Problem{fmt::format("the server has {} connections left, and {} are needed",
                             facts[connections], needed),
                 "raise max_connections, or give fewer --jobs"};
}

}  // namespace properties::server
