#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "properties/server/account.hpp"
#include "properties/server/problem.hpp"

namespace properties::server {

/// The folder of one embedded server: `owner` (for people), `data`, `server.log` and the socket.
///
/// Whoever uses it holds a lock on it, which the kernel releases with the last process that does,
/// however that ends. So a folder that can be locked is a leftover, and no process id is trusted.
class RunFolder {
 public:
  /// A new one, belonging to `account`, in the first place with `room_needed` bytes free.
  static Result<RunFolder> create(std::vector<std::filesystem::path> const& places,
                                  std::uintmax_t room_needed, Account const& account);

  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  /// Stops what still runs in it and deletes it. In a forked child of the owner: does nothing.
  ~RunFolder();

  [[nodiscard]] std::filesystem::path const& path() const { return path_; }
  [[nodiscard]] std::filesystem::path data() const { return path_ / "data"; }
  [[nodiscard]] std::filesystem::path log() const { return path_ / "server.log"; }
  [[nodiscard]] int lock() const { return lock_; }

 private:
  RunFolder(std::filesystem::path path, int lock);

  pid_t owner_;
  std::filesystem::path path_;
  int lock_ = -1;
};

/// Where embedded servers live unless told otherwise: see Options::places.
[[nodiscard]] std::vector<std::filesystem::path> default_places();

/// Stops whatever still runs in the folder (stopped backends too) and deletes it. Quick, and
/// certain: what does not leave when asked is killed.
void remove_run_folder(std::filesystem::path const& folder);

/// Removes the folders of runs that were killed together with their watchdog.
void remove_leftovers(std::vector<std::filesystem::path> const& places);

/// The processes of the server in the folder, whoever started them.
[[nodiscard]] std::vector<pid_t> server_processes(std::filesystem::path const& folder);

}  // namespace properties::server
