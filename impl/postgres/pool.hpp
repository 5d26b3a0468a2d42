#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "impl/postgres/connection.hpp"

namespace impl::postgres {

class ConnectionPool;

/// A connection borrowed from a pool, which must outlive it. Returned when this goes; one that is
/// lost or not idle is closed instead.
class Lease {
 public:
  Lease(ConnectionPool& pool, std::unique_ptr<Connection> connection)
      : pool_{pool}, connection_{std::move(connection)} {}
  Lease(Lease&&) noexcept = default;
  ~Lease();

  Connection& operator*() const { return *connection_; }
  Connection* operator->() const { return connection_.get(); }

 private:
  ConnectionPool& pool_;
  std::unique_ptr<Connection> connection_;
};

/// Up to `size` connections, opened when first needed and replaced when lost. Any thread; no lock
/// is held while a connection is opened, used or closed.
class ConnectionPool {
 public:
  explicit ConnectionPool(ConnectOptions options);
  ConnectionPool(ConnectionPool const&) = delete;
  ConnectionPool& operator=(ConnectionPool const&) = delete;

  /// A connection that was alive a moment ago. When all are in use, blocks the thread until one
  /// comes back. Throws ConnectionLost when none does within acquire_timeout, or the server cannot
  /// be reached.
  [[nodiscard]] Lease acquire();

  /// Server processes of the open connections, in use or not, in the order they were opened.
  [[nodiscard]] std::vector<int> backend_pids() const;

 private:
  friend class Lease;

  // Each connection in use, being opened or idle occupies a slot; take() hands one over.
  std::unique_ptr<Connection> take();
  std::unique_ptr<Connection> open();
  void close(std::unique_ptr<Connection> connection);
  void give_back(std::unique_ptr<Connection> connection);
  void free_slot();

  ConnectOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Connection>> idle_;
  std::vector<int> pids_;
  int free_slots_;
};

}  // namespace impl::postgres
