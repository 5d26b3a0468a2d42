#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/schedule/server_view.hpp"

struct pg_conn;

namespace properties::harness {

using schedule::EnvironmentError;

/// The text cells of a result; NULL is the empty string.
using Table = std::vector<std::vector<std::string>>;

/// The server refused a statement.
class StatementRefused : public schedule::EnvironmentError {
 public:
  StatementRefused(std::string const& what, std::string sqlstate)
      : EnvironmentError{what}, sqlstate_{std::move(sqlstate)} {}
  [[nodiscard]] std::string const& sqlstate() const { return sqlstate_; }

 private:
  std::string sqlstate_;
};

/// The harness's own connection: blocking, for what is not under the schedule. It shares no code
/// with the services it watches. Every method throws EnvironmentError.
class Pg {
 public:
  explicit Pg(std::string const& dsn);

  /// Any number of statements, without parameters; answers nothing.
  void script(std::string const& sql);
  void prepare(std::string const& name, std::string const& sql);
  Table execute(std::string const& name, std::vector<std::string> const& parameters = {});
  [[nodiscard]] Table query(std::string const& sql);
  [[nodiscard]] int backend_pid() const;

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  [[noreturn]] void fail(std::string const& what) const;

  std::unique_ptr<pg_conn, Close> connection_;
};

/// A cell that holds an integer.
[[nodiscard]] std::int64_t number(std::string const& cell);

/// "{1,2,3}" for a bigint[] or int[] parameter.
template <class Values>
[[nodiscard]] std::string array_of(Values const& values) {
  std::string text{"{"};
  for (auto const& value : values) {
    if (text.size() > 1) text += ',';
    text += std::to_string(value);
  }
  return text + '}';
}

}  // namespace properties::harness
