#include "properties/server/cluster_template.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "properties/server/subprocess.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;

// Part of the template's name: to be raised when what make_cluster makes changes.
constexpr int kLayout = 1;

fs::path template_path(fs::path const& cache, Installation const& installation) {
  return cache / fmt::format("cluster-{}-layout{}", installation.version, kLayout);
}

std::optional<Problem> run_step(std::vector<std::string> const& arguments, Account const& account) {
  auto finished = run_program(arguments, account);
  if (!finished.ok()) return finished.problem();
  if (finished.value().exit_code == 0) return {};
  std::string const& output = finished.value().output;
  if (output.find("No space left on device") != std::string::npos) {
    return Problem{"no room left while making the server's data", "free some room"};
  }
  return Problem{fmt::format("{} failed ({})", arguments.front(), output),
                 "reinstall PostgreSQL (ci/setup)"};
}

/// A backend of its own, without a server, makes the databases: nothing to start or to stop.
std::optional<Problem> make_databases(fs::path const& data, Installation const& installation,
                                      Account const& account) {
  std::string statements;
  for (int worker = 0; worker < kReadyDatabases; ++worker) {
    statements += fmt::format("CREATE DATABASE {};\\n", worker_database(worker));
  }
  std::string const command =
      fmt::format("printf '{}' | '{}' --single -F -D '{}' postgres >/dev/null", statements,
                  installation.postgres(), data.native());
  return run_step({"/bin/sh", "-c", command}, account);
}

std::optional<Problem> make_cluster(fs::path const& data, Installation const& installation,
                                    Account const& account) {
  auto const problem =
      run_step({installation.initdb(), "--pgdata", data, "--username=postgres", "--auth=trust",
                "--encoding=UTF8", "--locale=C", "--no-sync", "--wal-segsize=1"},
               account);
  if (problem) return problem;
  return make_databases(data, installation, account);
}

/// Complete or not there: it gets its name last. Losing against another relcheck is as good.
void keep(fs::path const& data, fs::path const& kept, Account const& ourselves) {
  std::error_code error;
  fs::create_directories(kept.parent_path(), error);
  fs::path const unfinished = fmt::format("{}.{}", kept.native(), getpid());
  bool const copied = !error && !copy_tree(data, unfinished, ourselves);
  if (copied) fs::rename(unfinished, kept, error);
  if (!copied || error) fs::remove_all(unfinished, error);
}

Problem copy_problem(fs::path const& what, std::error_code error) {
  if (error == std::errc::no_space_on_device) {
    return {fmt::format("no room left while copying the server's data to {}", what.native()),
            "free some room, or set TMPDIR to a folder with room"};
  }
  return {fmt::format("cannot copy the server's data ({}: {})", what.native(), error.message()),
          "see that the cache folder (RELCHECK_CACHE) is readable, or delete it"};
}

std::error_code last_error() { return {errno, std::generic_category()}; }

/// std::filesystem::copy_file reports a full disk as an input/output error.
std::error_code copy_bytes(int from, int to) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 30;
  for (;;) {
    ssize_t const copied = sendfile(to, from, nullptr, kAtOnce);
    if (copied == 0) return {};
    if (copied < 0 && errno != EINTR) return last_error();
  }
}

std::error_code copy_one(fs::path const& from, fs::path const& to) {
  int const source = open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) return last_error();
  int const copy = open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  std::error_code const error = copy < 0 ? last_error() : copy_bytes(source, copy);
  close(source);
  if (copy >= 0) close(copy);
  return error;
}

std::error_code copy_entry(fs::directory_entry const& entry, fs::path const& to) {
  if (!entry.is_directory()) return copy_one(entry.path(), to);
  return mkdir(to.c_str(), 0700) == 0 ? std::error_code{} : last_error();
}

}  // namespace

std::string worker_database(int worker) { return fmt::format("relcheck_w{}", worker); }

std::optional<Problem> copy_tree(fs::path const& from, fs::path const& to, Account const& account) {
  std::error_code error;
  if (mkdir(to.c_str(), 0700) != 0 || !give_to(account, to)) return copy_problem(to, last_error());
  auto entry = fs::recursive_directory_iterator{from, error};
  for (; !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    fs::path const copy = to / fs::path{entry->path().native().substr(from.native().size() + 1)};
    error = copy_entry(*entry, copy);
    if (!error && !give_to(account, copy)) error = last_error();
    if (error) return copy_problem(copy, error);
  }
  if (error) return copy_problem(from, error);
  return {};
}

std::optional<Problem> fill_data_folder(RunFolder const& folder, Installation const& installation,
                                        fs::path const& cache, Account const& account,
                                        std::function<void(std::string_view)> const& notice) {
  fs::path const kept = template_path(cache, installation);
  std::error_code error;
  if (fs::exists(kept, error)) return copy_tree(kept, folder.data(), account);
  if (notice) notice(fmt::format("initialising PostgreSQL {} once", installation.version));
  auto const problem = make_cluster(folder.data(), installation, account);
  if (problem) return problem;
  keep(folder.data(), kept, {.uid = geteuid(), .gid = getegid(), .name = "this user"});
  return {};
}

}  // namespace properties::server
