#include "properties/server/embedded.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "properties/server/cluster_template.hpp"
#include "properties/server/connection.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;

constexpr int kReadyPollMs = 2;
constexpr int kReadyWithinMs = 30'000;
constexpr int kSpareConnections = 10;  // Ours, and those PostgreSQL keeps back.

// Nothing here outlives the run, so nothing is synced. synchronous_commit stays on: off only adds a
// wake-up of the walwriter. Background work that would take the core from a schedule is off. The
// cluster's name stands in every process title, by which a clean-up knows the processes.
constexpr char const* kServerSettings = R"(
cluster_name = '{name}'
listen_addresses = ''
unix_socket_directories = '{folder}'
unix_socket_permissions = 0700
max_connections = {connections}
deadlock_timeout = {deadlock_timeout}ms
fsync = off
full_page_writes = off
synchronous_commit = on
autovacuum = off
jit = off
plan_cache_mode = force_generic_plan
update_process_title = on
track_activities = off
track_counts = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 128MB
min_wal_size = 16MB
checkpoint_timeout = 1h
bgwriter_lru_maxpages = 0
max_parallel_workers = 0
max_logical_replication_workers = 0
shared_buffers = 32MB
huge_pages = off
dynamic_shared_memory_type = mmap
timezone = 'UTC'
lc_messages = 'C'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %a '
log_checkpoints = off
log_min_messages = log
)";

std::optional<Problem> write_settings(RunFolder const& folder, Options const& options) {
  std::ofstream file{folder.data() / "postgresql.conf"};
  file << fmt::format(
      fmt::runtime(kServerSettings), fmt::arg("folder", folder.path().native()),
      fmt::arg("name", folder.path().filename().native()),
      fmt::arg("connections", options.workers * options.connections_per_worker + kSpareConnections),
      fmt::arg("deadlock_timeout", options.deadlock_timeout.count()));
  file.close();
  if (file) return {};
  return Problem{fmt::format("cannot write to {}", folder.data().native()), "free some room"};
}

/// What the server said last about why it ended.
std::string last_words(fs::path const& log) {
  std::ifstream file{log};
  std::string line;
  std::string words = "it left no message";
  while (std::getline(file, line)) {
    auto const fatal = line.find("FATAL:");
    auto const panic = line.find("PANIC:");
    if (fatal != std::string::npos) words = line.substr(fatal);
    if (panic != std::string::npos) words = line.substr(panic);
  }
  return words;
}

bool ready(fs::path const& data) {
  constexpr int kStatusLine = 8;
  std::ifstream file{data / "postmaster.pid"};
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (number == kStatusLine) return line.starts_with("ready");
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<Server>> Embedded::start(Options const& options) {
  auto account = server_account();
  if (!account.ok()) return account.problem();
  auto const cache = options.cache.empty() ? default_cache() : options.cache;
  auto const places = options.places.empty() ? default_places() : options.places;
  remove_leftovers(places);
  auto found = find_installation(options.major, cache, account.value(), options.notice);
  if (!found.ok()) return found.problem();
  auto folder = RunFolder::create(places, options.room_needed, account.value());
  if (!folder.ok()) return folder.problem();
  if (auto const problem =
          fill_data_folder(folder.value(), found.value(), cache, account.value(), options.notice)) {
    return *problem;
  }
  if (auto const problem = write_settings(folder.value(), options)) return *problem;
  auto watchdog = Watchdog::start({found.value().postgres(), "-D", folder.value().data()},
                                  folder.value(), account.value());
  if (!watchdog.ok()) return watchdog.problem();
  std::unique_ptr<Embedded> embedded{
      new Embedded{std::move(folder.value()), std::move(watchdog.value()), found.value().version}};
  if (auto const problem = embedded->await_ready()) return *problem;
  if (auto const problem = embedded->make_missing_databases(options.workers)) return *problem;
  return std::unique_ptr<Server>{std::move(embedded)};
}

std::string Embedded::worker_dsn(int worker) const { return dsn(worker_database(worker)); }

std::string Embedded::dsn(std::string const& database) const {
  return fmt::format("host={} port=5432 user=postgres dbname={}", folder_.path().native(),
                     database);
}

std::optional<Problem> Embedded::lost() {
  if (watchdog_.server_runs(0)) return {};
  return Problem{
      fmt::format("the embedded PostgreSQL {} has ended ({})", version_, last_words(folder_.log())),
      "run again; if nobody killed it, look at the memory and disk space left"};
}

std::optional<Problem> Embedded::await_ready() {
  for (int waited = 0; waited < kReadyWithinMs; waited += kReadyPollMs) {
    if (ready(folder_.data())) return {};
    if (!watchdog_.server_runs(kReadyPollMs)) break;
  }
  return Problem{fmt::format("the embedded PostgreSQL {} does not start ({})", version_,
                             last_words(folder_.log())),
                 "look at the memory and disk space left, or delete the cache folder"};
}

std::optional<Problem> Embedded::make_missing_databases(int workers) {
  if (workers <= kReadyDatabases) return {};
  auto connection = Connection::open(dsn("postgres"));
  if (!connection.ok()) return connection.problem();
  for (int worker = kReadyDatabases; worker < workers; ++worker) {
    auto const problem = connection.value().execute("CREATE DATABASE " + worker_database(worker));
    if (problem) return problem;
  }
  return {};
}

}  // namespace properties::server
