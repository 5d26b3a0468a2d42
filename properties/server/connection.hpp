#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/server/problem.hpp"

struct pg_conn;

namespace properties::server {

using Row = std::vector<std::string>;

/// A connection for setting up and taking down, not for the code under test.
class Connection {
 public:
  static Result<Connection> open(std::string const& dsn);

  /// The rows, as text (NULL as ""). The problem is the server's first line.
  Result<std::vector<Row>> query(std::string const& sql,
                                 std::vector<std::string> const& values = {});

  /// What query(sql) fails with, if it does.
  [[nodiscard]] std::optional<Problem> execute(std::string const& sql);

  [[nodiscard]] int version_number() const;  ///< 150020 for 15.20.
  [[nodiscard]] bool alive() const;
  [[nodiscard]] std::string quoted_name(std::string const& name) const;

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  explicit Connection(pg_conn* connection) : connection_{connection} {}

  std::unique_ptr<pg_conn, Close> connection_;
};

/// The connection string with its settings replaced by `settings` (name, value), quoted as needed.
/// Takes both forms, URIs too. A problem when libpq does not understand it.
Result<std::string> with_settings(std::string const& dsn,
                                  std::vector<std::pair<std::string, std::string>> const& settings);

/// A setting as the connection string has it; empty when it has none.
[[nodiscard]] std::string setting_of(std::string const& dsn, std::string const& name);

}  // namespace properties::server
