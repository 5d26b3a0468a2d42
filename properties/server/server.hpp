#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/server/problem.hpp"

namespace properties::server {

/// Which server, and how large. The defaults start an embedded PostgreSQL 15 for one worker.
struct Options {
  int workers = 1;
  int connections_per_worker = 16;
  std::string dsn;  ///< A server of the user's own; empty: an embedded one.
  int major = 15;   ///< Of the embedded server. 16 to 18 come from npm when not installed.
  std::chrono::milliseconds deadlock_timeout{1000};  ///< Embedded only.
  std::filesystem::path cache;                       ///< Empty: default_cache().
  /// Where an embedded server may keep its data, best first. Empty: /dev/shm if it is a tmpfs,
  /// then $TMPDIR, then /tmp.
  std::vector<std::filesystem::path> places;
  std::uintmax_t room_needed = std::uintmax_t{384} << 20;  ///< Free bytes a place must have.
  /// Told before anything that takes seconds (a first initdb, a download). May be empty.
  std::function<void(std::string_view)> notice;
};

/// A PostgreSQL in which every worker has a place of its own, empty at first, and which leaves
/// nothing behind: the destructor stops an embedded server and deletes its folder, or drops the
/// schemas made in the user's.
///
/// Close the connections before destroying it. Not for use from two threads at once; a forked
/// child's copy does nothing when it is destroyed.
class Server {
 public:
  static Result<std::unique_ptr<Server>> start(Options const& options);

  Server() = default;
  Server(Server const&) = delete;
  Server& operator=(Server const&) = delete;
  virtual ~Server() = default;

  /// A libpq connection string to the worker's own database (embedded) or schema (external, by
  /// search_path). `worker` is in [0, Options::workers).
  [[nodiscard]] virtual std::string worker_dsn(int worker) const = 0;

  /// Whether the backends are processes we may look at, stop, continue and pin.
  [[nodiscard]] virtual bool same_host() const = 0;

  /// Whether `SET deadlock_timeout` is allowed (superuser, or granted).
  [[nodiscard]] virtual bool may_set_deadlock_timeout() const = 0;

  /// "15.20".
  [[nodiscard]] virtual std::string version() const = 0;

  /// The server's log; empty when the server is the user's own. Gone with the server: copy it.
  [[nodiscard]] virtual std::filesystem::path log_file() const = 0;

  /// Nothing while the server is there; why not, once it was lost.
  [[nodiscard]] virtual std::optional<Problem> lost() = 0;
};

/// $RELCHECK_CACHE; for root /var/cache/relcheck, which the unprivileged server can read too;
/// otherwise $XDG_CACHE_HOME/relcheck or ~/.cache/relcheck.
[[nodiscard]] std::filesystem::path default_cache();

}  // namespace properties::server
