#include "properties/server/connection.hpp"

#include <libpq-fe.h>

#include <map>

namespace properties::server {
namespace {

std::string first_line(char const* message) {
  std::string const text = message == nullptr ? "" : message;
  return text.substr(0, text.find('\n'));
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using ConninfoOptions = std::unique_ptr<PQconninfoOption, FreeOptions>;

Result<std::map<std::string, std::string>> parse(std::string const& dsn) {
  char* error = nullptr;
  ConninfoOptions const options{PQconninfoParse(dsn.c_str(), &error)};
  if (options == nullptr) {
    Problem problem{"--dsn is not a connection string (" + first_line(error) + ")",
                    "write it like postgresql://user@host/database or 'host=… dbname=…'"};
    PQfreemem(error);
    return problem;
  }
  std::map<std::string, std::string> settings;
  for (PQconninfoOption const* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) settings[option->keyword] = option->val;
  }
  return settings;
}

std::string quoted_value(std::string const& value) {
  std::string quoted = "'";
  for (char const letter : value) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

}  // namespace

void Connection::Close::operator()(pg_conn* connection) const { PQfinish(connection); }

Result<Connection> Connection::open(std::string const& dsn) {
  Connection opened{PQconnectdb(dsn.c_str())};
  PQsetNoticeProcessor(
      opened.connection_.get(), [](void*, char const*) {}, nullptr);
  if (opened.alive()) return opened;
  return Problem{
      "cannot connect to PostgreSQL (" + first_line(PQerrorMessage(opened.connection_.get())) + ")",
      "see that the server runs and --dsn is right"};
}

Result<std::vector<Row>> Connection::query(std::string const& sql,
                                           std::vector<std::string> const& values) {
  std::vector<char const*> parameters;
  for (auto const& value : values) parameters.push_back(value.c_str());
  std::unique_ptr<PGresult, decltype(&PQclear)> const result{
      PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr,
                   parameters.data(), nullptr, nullptr, 0),
      &PQclear};
  auto const status = PQresultStatus(result.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
    return Problem{first_line(PQerrorMessage(connection_.get())), "see the server's log"};
  }
  std::vector<Row> rows(static_cast<std::size_t>(PQntuples(result.get())));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < PQnfields(result.get()); ++column) {
      rows[row].emplace_back(PQgetvalue(result.get(), static_cast<int>(row), column));
    }
  }
  return rows;
}

std::optional<Problem> Connection::execute(std::string const& sql) {
  auto const rows = query(sql);
  if (rows.ok()) return {};
  return rows.problem();
}

int Connection::version_number() const { return PQserverVersion(connection_.get()); }

bool Connection::alive() const { return PQstatus(connection_.get()) == CONNECTION_OK; }

std::string Connection::quoted_name(std::string const& name) const {
  std::unique_ptr<char, decltype(&PQfreemem)> const quoted{
      PQescapeIdentifier(connection_.get(), name.c_str(), name.size()), &PQfreemem};
  return quoted.get();
}

Result<std::string> with_settings(
    std::string const& dsn, std::vector<std::pair<std::string, std::string>> const& settings) {
  auto parsed = parse(dsn);
  if (!parsed.ok()) return parsed.problem();
  for (auto const& [name, value] : settings) parsed.value()[name] = value;
  std::string text;
  for (auto const& [name, value] : parsed.value()) {
    text += (text.empty() ? "" : " ") + name + "=" + quoted_value(value);
  }
  return text;
}

std::string setting_of(std::string const& dsn, std::string const& name) {
  auto parsed = parse(dsn);
  if (!parsed.ok()) return {};
  auto const found = parsed.value().find(name);
  return found == parsed.value().end() ? std::string{} : found->second;
}

}  // namespace properties::server
