#include "properties/harness/pg.hpp"

#include <libpq-fe.h>

#include <charconv>

namespace properties::harness {
namespace {

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, Clear>;

/// libpq tells of positions and guesses in further lines; messages of ours are one.
std::string first_line(char const* message) {
  std::string const text{message};
  return text.substr(0, text.find('\n'));
}

bool succeeded(PGresult const* result) {
  auto const status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

Table table_of(PGresult const* result) {
  Table table(static_cast<std::size_t>(PQntuples(result)));
  for (std::size_t row = 0; row < table.size(); ++row) {
    for (int column = 0; column < PQnfields(result); ++column) {
      table[row].emplace_back(PQgetvalue(result, static_cast<int>(row), column));
    }
  }
  return table;
}

}  // namespace

void Pg::Close::operator()(pg_conn* connection) const { PQfinish(connection); }

Pg::Pg(std::string const& dsn) : connection_{PQconnectdb(dsn.c_str())} {
  if (PQstatus(connection_.get()) != CONNECTION_OK) fail("cannot connect to PostgreSQL");
  PQsetNoticeProcessor(
      connection_.get(), [](void*, char const*) {}, nullptr);
}

void Pg::fail(std::string const& what) const {
  throw EnvironmentError{what + ": " + first_line(PQerrorMessage(connection_.get()))};
}

void Pg::script(std::string const& sql) {
  Result const result{PQexec(connection_.get(), sql.c_str())};
  if (!succeeded(result.get())) fail("a set-up statement failed");
}

void Pg::prepare(std::string const& name, std::string const& sql) {
  Result const result{PQprepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr)};
  if (!succeeded(result.get())) fail("statement '" + name + "' cannot be prepared");
}

Table Pg::execute(std::string const& name, std::vector<std::string> const& parameters) {
  std::vector<char const*> values;
  for (auto const& parameter : parameters) values.push_back(parameter.c_str());
  Result const result{PQexecPrepared(connection_.get(), name.c_str(),
                                     static_cast<int>(values.size()), values.data(), nullptr,
                                     nullptr, 0)};
  if (!succeeded(result.get())) {
    char const* const sqlstate = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
    if (sqlstate == nullptr) fail("statement '" + name + "' failed");
    throw StatementRefused{
        "statement '" + name + "' failed: " + first_line(PQerrorMessage(connection_.get())),
        sqlstate};
  }
  return table_of(result.get());
}

Table Pg::query(std::string const& sql) {
  Result const result{PQexec(connection_.get(), sql.c_str())};
  if (!succeeded(result.get())) fail("a query failed");
  return table_of(result.get());
}

int Pg::backend_pid() const { return PQbackendPID(connection_.get()); }

std::int64_t number(std::string const& cell) {
  std::int64_t value = 0;
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

}  // namespace properties::harness
