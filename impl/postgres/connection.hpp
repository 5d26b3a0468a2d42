#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "impl/domain/strong.hpp"
#include "impl/postgres/rows.hpp"
#include "impl/postgres/statements.hpp"
#include "impl/postgres/wait.hpp"

struct pg_conn;

namespace impl::postgres {

/// Where and how to connect.
struct ConnectOptions {
  std::string dsn;  ///< libpq's: key=value pairs or a postgresql:// address.
  std::string application_name{"relcheck"};
  std::string search_path{};  ///< Empty: as the server has it.
  /// Every connection prepares these. To change a statement's text, pass another catalogue.
  std::vector<Statement> statements{kStatements.begin(), kStatements.end()};
  Wait& wait;
  int size{1};                                       ///< Connections of a pool.
  std::chrono::milliseconds acquire_timeout{5'000};  ///< How long to wait for a free one.
  std::chrono::seconds connect_timeout{10};
};

/// One parameter of a statement in text form, without allocation.
class Parameter {
 public:
  explicit Parameter(std::int64_t value);
  explicit Parameter(int value) : Parameter{std::int64_t{value}} {}
  template <class Tag>
  explicit Parameter(Strong<Tag> value) : Parameter{value.value()} {}
  /// `word` is not copied.
  explicit Parameter(char const* word) : word_{word} {}
  [[nodiscard]] char const* text() const { return word_ != nullptr ? word_ : digits_.data(); }

 private:
  std::array<char, 21> digits_{};
  char const* word_{nullptr};
};

/// One session on the server, used by one thread at a time. It never reconnects: after an error
/// that ended the session it stays lost, and its owner discards it.
///
/// Connecting blocks the thread; after that every wait for the server goes through `wait`.
/// Throws StoreError.
class Connection {
 public:
  explicit Connection(ConnectOptions const& options);
  Connection(Connection const&) = delete;
  Connection& operator=(Connection const&) = delete;
  ~Connection();

  /// Runs a prepared statement: one round trip.
  template <class... Values>
  Rows execute(Statement const& statement, Values const&... values) {
    std::array<Parameter, sizeof...(Values)> const parameters{Parameter{values}...};
    std::array<char const*, sizeof...(Values)> texts{};
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = parameters[i].text();
    return run(statement, texts, Sending::statement);
  }

  /// The next statement is the first of a transaction: BEGIN goes with it, in one round trip.
  void begin(Statement const& begin);
  /// Sends COMMIT, unless the connection is seen to be lost: then ConnectionLost says that
  /// certainly nothing happened. CommitInDoubt if the answer does not come.
  void commit();
  /// Ends the transaction, if there is one, without effect. False if the connection is lost.
  bool rollback() noexcept;

  /// False once the session has ended, as far as this side can see without asking.
  [[nodiscard]] bool alive();
  /// Not lost, and neither a transaction nor a statement is open.
  [[nodiscard]] bool idle() const;
  [[nodiscard]] int backend_pid() const { return backend_pid_; }
  [[nodiscard]] int socket() const;

 private:
  enum class Sending { statement, commit };
  struct Close {
    void operator()(pg_conn* connection) const;
  };

  void set_search_path(std::string const& search_path);
  void prepare(std::span<Statement const> statements);
  using Values = std::span<char const* const>;
  Rows run(Statement const& statement, Values parameters, Sending sending);
  Rows run_first(Statement const& begin, Statement const& statement, Values parameters);
  void send(Statement const& statement, Values parameters, Sending sending);
  ResultHandle receive(Sending sending);
  void await_result(Sending sending);
  void abandon() noexcept;
  [[noreturn]] void fail(Statement const& statement, pg_result const* result, Sending sending);
  static void notice(void* connection, pg_result const* result);

  std::unique_ptr<pg_conn, Close> connection_;
  Wait& wait_;
  std::optional<Statement> begin_;  ///< Not yet sent.
  bool lost_{false};
  int backend_pid_{0};
};

}  // namespace impl::postgres
