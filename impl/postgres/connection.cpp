#include "impl/postgres/connection.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <charconv>
#include <memory>
#include <utility>

#include "impl/log/log.hpp"
#include "impl/ports/store_error.hpp"
#include "impl/postgres/deadline_wait.hpp"
#include "impl/postgres/error_map.hpp"

namespace impl::postgres {

namespace {

bool is_error(pg_result const* result) {
  auto const status = PQresultStatus(result);
  return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
}

std::string field(pg_result const* result, int code) {
  char const* const value = PQresultErrorField(result, code);
  return value == nullptr ? "" : value;
}

/// FATAL and PANIC are the last words of a session.
bool is_fatal(pg_result const* result) {
  auto const severity = field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  return severity == "FATAL" || severity == "PANIC";
}

std::string trimmed(char const* message) {
  std::string text{message == nullptr ? "" : message};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

Parameter::Parameter(std::int64_t value) {
  // 20 characters hold every 64-bit integer; the last one stays zero.
  std::to_chars(digits_.data(), digits_.data() + digits_.size() - 1, value);
}

void Connection::Close::operator()(pg_conn* connection) const { PQfinish(connection); }

Connection::Connection(ConnectOptions const& options) : wait_{options.wait} {
  auto const timeout = std::to_string(options.connect_timeout.count());
  // Without it, cancelling over a dead network would hang for as long as TCP retries.
  auto const tcp_timeout = std::to_string(options.connect_timeout.count() * 1'000);
  char const* const names[] = {"dbname", "application_name", "connect_timeout", "tcp_user_timeout",
                               nullptr};
  char const* const values[] = {options.dsn.c_str(), options.application_name.c_str(),
                                timeout.c_str(), tcp_timeout.c_str(), nullptr};
  connection_.reset(PQconnectdbParams(names, values, /*expand_dbname=*/1));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    throw ConnectionLost{"cannot connect: " + trimmed(PQerrorMessage(connection_.get()))};
  }
  PQsetNoticeReceiver(connection_.get(), &Connection::notice, this);
  backend_pid_ = PQbackendPID(connection_.get());
  if (!options.search_path.empty()) set_search_path(options.search_path);
  prepare(options.statements);
}

Connection::~Connection() = default;

void Connection::set_search_path(std::string const& search_path) {
  Statement const set{"search_path", "SELECT set_config('search_path', $1, false)"};
  char const* const value = search_path.c_str();
  ResultHandle const result{
      PQexecParams(connection_.get(), set.text, 1, nullptr, &value, nullptr, nullptr, 0)};
  if (is_error(result.get())) fail(set, result.get(), Sending::statement);
}

/// All in one round trip.
void Connection::prepare(std::span<Statement const> statements) {
  PQenterPipelineMode(connection_.get());
  for (auto const& statement : statements) {
    if (PQsendPrepare(connection_.get(), statement.name, statement.text, 0, nullptr) == 0) {
      fail(statement, nullptr, Sending::statement);
    }
  }
  PQpipelineSync(connection_.get());
  for (auto const& statement : statements) {
    ResultHandle const result{PQgetResult(connection_.get())};
    if (!result || is_error(result.get())) fail(statement, result.get(), Sending::statement);
    PQgetResult(connection_.get());  // Null: the end of this statement's results.
  }
  ResultHandle const synced{PQgetResult(connection_.get())};
  PQexitPipelineMode(connection_.get());
}

void Connection::begin(Statement const& begin) {
  if (lost_) throw ConnectionLost{"the connection was lost earlier"};
  begin_ = begin;
}

void Connection::commit() {
  if (!alive()) throw ConnectionLost{"the connection was lost before COMMIT"};
  if (std::exchange(begin_, std::nullopt)) return;  // The server has heard of nothing.
  auto const rows = run(kCommit, {}, Sending::commit);
  // A transaction that has failed answers COMMIT by rolling back, without an error.
  if (rows.command() != "COMMIT") {
    throw StatementFailed{"25P02", fmt::format("COMMIT was answered by {}", rows.command())};
  }
}

bool Connection::rollback() noexcept {
  begin_.reset();
  if (lost_ || idle()) return !lost_;
  try {
    run(kRollback, {}, Sending::statement);
  } catch (...) {
    lost_ = true;
  }
  return !lost_;
}

bool Connection::alive() {
  while (!lost_ && readable_within(socket(), std::chrono::milliseconds{0})) {
    if (PQconsumeInput(connection_.get()) == 0) lost_ = true;
    PQisBusy(connection_.get());  // Parses what came: the notice of a FATAL end, see notice().
  }
  return !lost_;
}

bool Connection::idle() const {
  return !lost_ && !begin_ && PQtransactionStatus(connection_.get()) == PQTRANS_IDLE;
}

int Connection::socket() const { return PQsocket(connection_.get()); }

Rows Connection::run(Statement const& statement, Values parameters, Sending sending) {
  if (lost_) throw ConnectionLost{"the connection was lost earlier"};
  if (auto const begin = std::exchange(begin_, std::nullopt)) {
    return run_first(*begin, statement, parameters);
  }
  send(statement, parameters, sending);
  auto result = receive(sending);
  if (!result || is_error(result.get())) fail(statement, result.get(), sending);
  return Rows{std::move(result)};
}

Rows Connection::run_first(Statement const& begin, Statement const& statement, Values parameters) {
  PQenterPipelineMode(connection_.get());
  send(begin, {}, Sending::statement);
  send(statement, parameters, Sending::statement);
  PQpipelineSync(connection_.get());
  auto const begun = receive(Sending::statement);
  auto result = receive(Sending::statement);
  if (!lost_) {
    await_result(Sending::statement);
    ResultHandle const synced{PQgetResult(connection_.get())};
    PQexitPipelineMode(connection_.get());
  }
  if (!begun || is_error(begun.get())) fail(begin, begun.get(), Sending::statement);
  if (!result || is_error(result.get())) fail(statement, result.get(), Sending::statement);
  return Rows{std::move(result)};
}

/// The connection is in libpq's blocking mode, so sending includes the flush. It cannot block in
/// fact: one small statement at a time fits the empty socket buffer.
void Connection::send(Statement const& statement, Values parameters, Sending sending) {
  if (PQsendQueryPrepared(connection_.get(), statement.name, static_cast<int>(parameters.size()),
                          parameters.data(), nullptr, nullptr, 0) == 1) {
    return;
  }
  lost_ = true;  // How much of it left is unknown.
  fail(statement, nullptr, sending);
}

ResultHandle Connection::receive(Sending sending) {
  ResultHandle kept;
  for (;;) {
    await_result(sending);
    ResultHandle next{PQgetResult(connection_.get())};
    if (!next) return kept;
    // The first error is the reason; a second one only says that the connection closed.
    if (!kept || !is_error(kept.get())) kept = std::move(next);
  }
}

void Connection::await_result(Sending sending) {
  std::string reason;
  while (PQisBusy(connection_.get()) != 0) {
    try {
      wait_.until_readable(socket());
    } catch (WaitExpired const& expired) {
      reason = expired.what();
    } catch (...) {
      abandon();
      throw;
    }
    if (!reason.empty()) {
      abandon();
      throw_store_error({"", reason, true, sending == Sending::commit});
    }
    if (PQconsumeInput(connection_.get()) == 0) {
      lost_ = true;
      return;  // PQgetResult() has the reason and does not block.
    }
  }
}

/// Gives up the statement in flight: the server should not work on, or wait for a lock, for nobody.
void Connection::abandon() noexcept {
  lost_ = true;
  std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> const cancel{PQgetCancel(connection_.get()),
                                                                  &PQfreeCancel};
  std::array<char, 256> ignored{};
  if (cancel) PQcancel(cancel.get(), ignored.data(), static_cast<int>(ignored.size()));
}

void Connection::fail(Statement const& statement, pg_result const* result, Sending sending) {
  StatementError error;
  error.sqlstate = result == nullptr ? "" : field(result, PG_DIAG_SQLSTATE);
  auto primary = result == nullptr ? "" : field(result, PG_DIAG_MESSAGE_PRIMARY);
  if (primary.empty()) primary = trimmed(PQerrorMessage(connection_.get()));
  error.message = fmt::format("{}: {}", statement.name, primary);
  if (PQstatus(connection_.get()) != CONNECTION_OK || (result != nullptr && is_fatal(result)) ||
      ends_session(error.sqlstate)) {
    lost_ = true;
  }
  error.connection_gone = lost_;
  error.committing = sending == Sending::commit;
  throw_store_error(error);
}

void Connection::notice(void* connection, pg_result const* result) {
  auto& self = *static_cast<Connection*>(connection);
  // What ends an idle session arrives as a notice.
  if (is_fatal(result)) self.lost_ = true;
  if (log_enabled(LogLevel::debug)) {
    log(LogLevel::debug, fmt::format("event=notice pid={} message=\"{}\"", self.backend_pid_,
                                     field(result, PG_DIAG_MESSAGE_PRIMARY)));
  }
}

}  // namespace impl::postgres
