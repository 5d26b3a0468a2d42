#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "properties/server/connection.hpp"
#include "properties/server/run_folder.hpp"
#include "properties/server/server.hpp"

namespace properties::server {

/// A place of a test's own for embedded servers, so that tests may run side by side.
class Scratch {
 public:
  Scratch() {
    std::string name = default_places().front() / "rc-test-XXXXXX";
    path_ = mkdtemp(name.data());
    std::filesystem::permissions(path_, std::filesystem::perms{0755});
  }
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;
  ~Scratch() {
    if (getpid() != owner_) std::abort();  // A forked child came back from where it must not.
    for (auto const& folder : folders()) remove_run_folder(folder);
    std::filesystem::remove_all(path_);
  }

  [[nodiscard]] std::filesystem::path const& path() const { return path_; }

  [[nodiscard]] Options options() const {
    Options options;
    options.places = {path_};
    return options;
  }

  [[nodiscard]] std::vector<std::filesystem::path> folders() const {
    std::vector<std::filesystem::path> found;
    for (auto const& entry : std::filesystem::directory_iterator{path_}) {
      found.push_back(entry.path());
    }
    return found;
  }

 private:
  pid_t owner_ = getpid();
  std::filesystem::path path_;
};

/// What a start with these options is refused with; empty when it is not.
[[nodiscard]] inline std::string refusal_of(Options const& options) {
  auto server = Server::start(options);
  return server.ok() ? "" : server.problem().line();
}

/// Whether it comes true within ten seconds, and the time that took.
template <class Condition>
[[nodiscard]] bool comes_true(Condition condition) {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  while (std::chrono::steady_clock::now() < deadline) {
    if (condition()) return true;
    usleep(5'000);
  }
  return false;
}

/// The one field of the one row.
inline std::string ask(Connection& connection, std::string const& sql) {
  auto rows = connection.query(sql);
  if (!rows.ok()) return rows.problem().what;
  return rows.value().empty() ? "(no row)" : rows.value()[0][0];
}

inline std::string ask(std::string const& dsn, std::string const& sql) {
  auto opened = Connection::open(dsn);
  return opened.ok() ? ask(opened.value(), sql) : opened.problem().what;
}

}  // namespace properties::server
