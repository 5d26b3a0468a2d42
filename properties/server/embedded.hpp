#pragma once

#include "properties/server/installation.hpp"
#include "properties/server/run_folder.hpp"
#include "properties/server/server.hpp"
#include "properties/server/watchdog.hpp"

namespace properties::server {

/// A private server with settings for schedules, on a socket in its own folder; a database per
/// worker. Its superuser is `postgres`, without password: the folder lets nobody else in.
class Embedded : public Server {
 public:
  static Result<std::unique_ptr<Server>> start(Options const& options);

  [[nodiscard]] std::string worker_dsn(int worker) const override;
  [[nodiscard]] bool same_host() const override { return true; }
  [[nodiscard]] bool may_set_deadlock_timeout() const override { return true; }
  [[nodiscard]] std::string version() const override { return version_; }
  [[nodiscard]] std::filesystem::path log_file() const override { return folder_.log(); }
  [[nodiscard]] std::optional<Problem> lost() override;

 private:
  Embedded(RunFolder folder, Watchdog watchdog, std::string version)
      : folder_{std::move(folder)}, watchdog_{std::move(watchdog)}, version_{std::move(version)} {}

  [[nodiscard]] std::optional<Problem> await_ready();
  [[nodiscard]] std::optional<Problem> make_missing_databases(int workers);
  [[nodiscard]] std::string dsn(std::string const& database) const;

  RunFolder folder_;
  Watchdog watchdog_;  // Destroyed first: it stops the server and deletes the folder.
  std::string version_;
};

}  // namespace properties::server
