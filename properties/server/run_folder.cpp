#include "properties/server/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace properties::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "relcheck-pg-";
constexpr char const* kMark = "owner";  // Without it a folder is none of ours, whatever its name.
constexpr std::string_view kSocketName = "/.s.PGSQL.5432";
constexpr int kAttempts = 20;

bool is_tmpfs(fs::path const& place) {
  struct statfs about {};
  return statfs(place.c_str(), &about) == 0 && about.f_type == TMPFS_MAGIC;
}

bool fits_socket(fs::path const& place) {
  std::size_t const length = place.native().size() + 1 + kPrefix.size() + 6 + kSocketName.size();
  return length < sizeof(sockaddr_un::sun_path);
}

/// The lock on a folder, or -1 when another holds it or it is not a folder.
int try_lock(fs::path const& folder) {
  int const file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  if (file >= 0) close(file);
  return -1;
}

/// A clean-up may have taken the new folder for a leftover before it was locked.
bool still_there(fs::path const& folder, int lock) {
  struct stat by_name {};
  struct stat by_lock {};
  return lstat(folder.c_str(), &by_name) == 0 && fstat(lock, &by_lock) == 0 &&
         by_name.st_ino == by_lock.st_ino && by_name.st_dev == by_lock.st_dev;
}

/// Why the place cannot be used; empty when it can.
std::string objection(fs::path const& place, std::uintmax_t room_needed) {
  if (!fits_socket(place)) {
    return fmt::format("{}: the path is too long for a socket", place.native());
  }
  std::error_code error;
  auto const room = fs::space(place, error);
  if (error) return fmt::format("{}: {}", place.native(), error.message());
  if (access(place.c_str(), W_OK | X_OK) != 0) {
    return fmt::format("{}: {}", place.native(), std::strerror(errno));
  }
  if (room.available >= room_needed) return {};
  return fmt::format("{}: {} MB free", place.native(), room.available >> 20);
}

Problem no_place(std::vector<std::string> const& objections, std::uintmax_t room_needed) {
  std::string what =
      fmt::format("no place for the server's data, which needs {} MB (", room_needed >> 20);
  for (auto const& objection : objections) {
    what += (objection == objections.front() ? "" : "; ") + objection;
  }
  return {what + ")", "free some room, or set TMPDIR to a short path with room"};
}

struct LockedFolder {
  fs::path path;
  int lock = -1;  // With errno when -1.
};

LockedFolder make_locked_folder(fs::path const& place) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string name = fmt::format("{}/{}XXXXXX", place.native(), kPrefix);
    if (mkdtemp(name.data()) == nullptr) break;
    int const lock = try_lock(name);
    if (lock >= 0 && still_there(name, lock)) return {name, lock};
    if (lock >= 0) close(lock);
  }
  return {};
}

void discard(fs::path const& folder, int lock) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  close(lock);
}

bool mark(fs::path const& folder) {
  std::ofstream file{folder / kMark};
  file << "relcheck, process " << getpid() << "\n" << std::flush;
  return file.good();
}

bool bears_our_name(fs::path const& folder) {
  std::error_code error;
  return folder.filename().native().starts_with(kPrefix) &&
         (fs::exists(folder / kMark, error) || fs::is_empty(folder, error));
}

bool owned_by_us(fs::path const& folder) {
  struct stat about {};
  if (lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) return false;
  if (about.st_uid == geteuid()) return true;
  auto account = server_account();
  return account.ok() && about.st_uid == account.value().uid;
}

void remove_if_left(fs::path const& folder) {
  int const lock = try_lock(folder);
  if (lock < 0) return;
  remove_run_folder(folder);
  close(lock);
}

}  // namespace

Result<RunFolder> RunFolder::create(std::vector<fs::path> const& places, std::uintmax_t room_needed,
                                    Account const& account) {
  std::vector<std::string> objections;
  for (auto const& place : places) {
    objections.push_back(objection(place, room_needed));
    if (!objections.back().empty()) continue;
    auto const [path, lock] = make_locked_folder(place);
    if (lock >= 0 && mark(path) && give_to(account, path)) return RunFolder{path, lock};
    objections.back() = fmt::format("{}: {}", place.native(), std::strerror(errno));
    if (lock >= 0) discard(path, lock);
  }
  return no_place(objections, room_needed);
}

RunFolder::RunFolder(fs::path path, int lock)
    : owner_{getpid()}, path_{std::move(path)}, lock_{lock} {}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : owner_{other.owner_}, path_{std::move(other.path_)}, lock_{std::exchange(other.lock_, -1)} {}

RunFolder::~RunFolder() {
  if (lock_ < 0) return;
  std::error_code error;
  if (owner_ == getpid() && fs::exists(path_, error)) remove_run_folder(path_);
  close(lock_);
}

std::vector<fs::path> default_places() {
  std::vector<fs::path> places;
  if (is_tmpfs("/dev/shm")) places.emplace_back("/dev/shm");
  std::error_code error;
  if (char const* chosen = std::getenv("TMPDIR"); chosen != nullptr && *chosen != '\0') {
    auto const place = fs::canonical(chosen, error);
    places.push_back(error ? fs::path{chosen} : place);
  }
  places.push_back(fs::canonical("/tmp", error));
  return places;
}

void remove_leftovers(std::vector<fs::path> const& places) {
  for (auto const& place : places) {
    std::error_code error;
    for (auto const& entry : fs::directory_iterator{place, error}) {
      if (bears_our_name(entry.path()) && owned_by_us(entry.path())) remove_if_left(entry.path());
    }
  }
}

}  // namespace properties::server
