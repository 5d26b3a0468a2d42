#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "properties/server/account.hpp"
#include "properties/server/problem.hpp"
#include "properties/server/run_folder.hpp"

namespace properties::server {

/// A child process that starts the server, and ends it (and its folder) when told to, or when the
/// process that made it is gone, however that came to be.
class Watchdog {
 public:
  /// Starts the watchdog, and the server through it. The log goes to the folder's `server.log`.
  static Result<Watchdog> start(std::vector<std::string> const& server, RunFolder const& folder,
                                Account const& account);

  Watchdog(Watchdog&& other) noexcept;
  Watchdog& operator=(Watchdog&&) = delete;
  /// Has the server ended and the folder deleted, and waits for both. (Should the watchdog have
  /// been killed, the RunFolder does it.) In a forked child of the owner: does nothing.
  ~Watchdog();

  /// Whether the server's first process runs. Waits up to `milliseconds` for the opposite.
  [[nodiscard]] bool server_runs(int milliseconds);

 private:
  Watchdog(pid_t pid, int line);

  pid_t owner_;
  pid_t pid_;
  int line_;  ///< Closing it tells the watchdog to end; readable once the server has ended.
  bool ended_ = false;
};

}  // namespace properties::server
