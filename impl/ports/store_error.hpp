#pragma once

#include <stdexcept>
#include <string>

namespace impl {

/// What a port method throws when its step fails. `service/transact` turns it into a Failure.
class StoreError : public std::runtime_error {
 public:
  StoreError(std::string sqlstate, std::string const& message)
      : std::runtime_error{message}, sqlstate_{std::move(sqlstate)} {}
  /// Five characters of the server, or empty when the connection broke.
  [[nodiscard]] std::string const& sqlstate() const { return sqlstate_; }

 private:
  std::string sqlstate_;
};

/// 40P01 or 40001: the whole transaction may be tried again.
class TransactionConflict : public StoreError {
 public:
  using StoreError::StoreError;
};

/// The connection is gone before COMMIT was sent: the transaction has no effect.
class ConnectionLost : public StoreError {
 public:
  explicit ConnectionLost(std::string const& message) : StoreError{"", message} {}
};

/// COMMIT was sent and not answered.
class CommitInDoubt : public StoreError {
 public:
  explicit CommitInDoubt(std::string const& message) : StoreError{"", message} {}
};

/// The server refused a statement for any other reason.
class StatementFailed : public StoreError {
 public:
  using StoreError::StoreError;
};

}  // namespace impl
