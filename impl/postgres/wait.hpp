#pragma once

#include <stdexcept>

namespace impl::postgres {

/// How a connection waits for its server.
///
/// The call may run anything meanwhile, other connections of the same thread included: no lock is
/// held across it, and no exception is being handled. It is never called from a destructor, except
/// for the ROLLBACK of a transaction that was left by an exception which is not a StoreError.
class Wait {
 public:
  virtual ~Wait() = default;
  /// Returns when `socket` can be read (early is allowed). Throws WaitExpired to give the
  /// statement up; whatever it throws, the connection is lost.
  virtual void until_readable(int socket) = 0;
};

/// The server did not answer in time.
class WaitExpired : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace impl::postgres
