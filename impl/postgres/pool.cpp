#include "impl/postgres/pool.hpp"

#include <fmt/format.h>

#include <utility>

#include "impl/log/log.hpp"
#include "impl/ports/store_error.hpp"

namespace impl::postgres {

Lease::~Lease() {
  if (connection_) pool_.give_back(std::move(connection_));
}

ConnectionPool::ConnectionPool(ConnectOptions options)
    : options_{std::move(options)}, free_slots_{options_.size} {
  // So that giving back cannot throw.
  idle_.reserve(static_cast<std::size_t>(options_.size));
}

Lease ConnectionPool::acquire() {
  auto connection = take();
  if (connection && !connection->alive()) close(std::exchange(connection, nullptr));
  if (!connection) connection = open();
  return Lease{*this, std::move(connection)};
}

std::vector<int> ConnectionPool::backend_pids() const {
  std::lock_guard const lock{mutex_};
  return pids_;
}

/// An idle connection, or nothing: then the caller may open one.
std::unique_ptr<Connection> ConnectionPool::take() {
  std::unique_lock lock{mutex_};
  bool const available = freed_.wait_for(lock, options_.acquire_timeout,
                                         [this] { return !idle_.empty() || free_slots_ > 0; });
  if (!available) {
    throw ConnectionLost{fmt::format("no connection came free within {} ms: all {} are in use",
                                     options_.acquire_timeout.count(), options_.size)};
  }
  if (idle_.empty()) {
    --free_slots_;
    return nullptr;
  }
  auto connection = std::move(idle_.back());
  idle_.pop_back();
  return connection;
}

std::unique_ptr<Connection> ConnectionPool::open() {
  try {
    auto connection = std::make_unique<Connection>(options_);
    if (log_enabled(LogLevel::info)) {
      log(LogLevel::info, fmt::format("event=connected pid={}", connection->backend_pid()));
    }
    std::lock_guard const lock{mutex_};
    pids_.push_back(connection->backend_pid());
    return connection;
  } catch (...) {
    free_slot();
    throw;
  }
}

void ConnectionPool::close(std::unique_ptr<Connection> connection) {
  if (log_enabled(LogLevel::info)) {
    log(LogLevel::info, fmt::format("event=disconnected pid={}", connection->backend_pid()));
  }
  std::lock_guard const lock{mutex_};
  std::erase(pids_, connection->backend_pid());
}

void ConnectionPool::give_back(std::unique_ptr<Connection> connection) {
  if (!connection->idle()) {
    close(std::move(connection));
    free_slot();
    return;
  }
  {
    std::lock_guard const lock{mutex_};
    idle_.push_back(std::move(connection));
  }
  freed_.notify_one();
}

void ConnectionPool::free_slot() {
  {
    std::lock_guard const lock{mutex_};
    ++free_slots_;
  }
  freed_.notify_one();
}

}  // namespace impl::postgres
