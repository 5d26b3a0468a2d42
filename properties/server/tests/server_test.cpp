#include "properties/server/server.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include "properties/server/tests/scratch.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

pid_t backend_of(Connection& connection) {
  return std::stoi(ask(connection, "SELECT pg_backend_pid()"));
}

pid_t postmaster_in(fs::path const& folder) {
  pid_t pid = 0;
  std::ifstream{folder / "data" / "postmaster.pid"} >> pid;
  return pid;
}

pid_t parent_of(pid_t pid) {
  std::ifstream file{"/proc/" + std::to_string(pid) + "/stat"};
  std::string id;
  std::string name;
  std::string state;
  pid_t parent = 0;
  file >> id >> name >> state >> parent;
  return parent;
}

/// Also when nobody has taken note of its end yet.
bool has_ended(pid_t pid) {
  std::ifstream file{"/proc/" + std::to_string(pid) + "/stat"};
  std::string id;
  std::string name;
  std::string state;
  return !(file >> id >> name >> state) || state == "Z" || state == "X";
}

uid_t user_of(pid_t pid) {
  struct stat about {};
  EXPECT_EQ(stat(("/proc/" + std::to_string(pid)).c_str(), &about), 0);
  return about.st_uid;
}

bool nothing_left(Scratch const& scratch) { return scratch.folders().empty(); }

/// A child that owns a server with a stopped backend, and waits to be killed.
class Owner {
 public:
  explicit Owner(Options const& options) {
    std::array<int, 2> ready{};
    EXPECT_EQ(pipe(ready.data()), 0);
    pid_ = fork();
    if (pid_ == 0) own(options, ready[1]);
    close(ready[1]);
    char letter = 0;
    started_ = read(ready[0], &letter, 1) == 1;
    close(ready[0]);
  }
  Owner(Owner const&) = delete;
  Owner& operator=(Owner const&) = delete;
  ~Owner() { end(); }

  [[nodiscard]] bool started() const { return started_; }
  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(std::exchange(pid_, 0), nullptr, 0);
  }

 private:
  [[noreturn]] static void own(Options const& options, int ready) {
    auto server = Server::start(options);
    if (!server.ok()) _exit(1);
    auto connection = Connection::open(server.value()->worker_dsn(0));
    if (!connection.ok() || kill(backend_of(connection.value()), SIGSTOP) != 0) _exit(1);
    if (write(ready, "r", 1) != 1) _exit(1);
    for (;;) pause();
  }

  pid_t pid_ = 0;
  bool started_ = false;
};

TEST(EmbeddedServer, starts_answers_and_leaves_nothing) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  EXPECT_TRUE(server.value()->version().starts_with("15."));
  EXPECT_TRUE(fs::exists(server.value()->log_file()));
  EXPECT_FALSE(server.value()->lost().has_value());
  EXPECT_EQ(ask(server.value()->worker_dsn(0), "SELECT 6 * 7"), "42");
  auto const folder = scratch.folders().at(0);
  server.value().reset();
  EXPECT_TRUE(nothing_left(scratch));
  EXPECT_TRUE(server_processes(folder).empty());
}

TEST(EmbeddedServer, initialises_only_once) {
  Scratch const scratch;
  auto options = scratch.options();
  options.cache = scratch.path() / "cache";
  std::vector<std::string> notices;
  options.notice = [&](std::string_view text) { notices.emplace_back(text); };
  ASSERT_EQ(refusal_of(options), "");
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_TRUE(notices[0].starts_with("initialising PostgreSQL 15."));
  ASSERT_EQ(refusal_of(options), "");
  EXPECT_EQ(notices.size(), 1U);
}

TEST(EmbeddedServer, gives_each_worker_an_empty_database_of_its_own) {
  Scratch const scratch;
  auto options = scratch.options();
  options.workers = 3;
  auto server = Server::start(options);
  ASSERT_TRUE(server.ok()) << server.problem().line();
  for (int worker = 0; worker < options.workers; ++worker) {
    auto const dsn = server.value()->worker_dsn(worker);
    EXPECT_EQ(ask(dsn, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
              "0");
    EXPECT_EQ(ask(dsn, "CREATE TABLE mine AS SELECT 1 AS one"), "(no row)");
  }
}

TEST(EmbeddedServer, is_set_for_schedules) {
  Scratch const scratch;
  auto options = scratch.options();
  options.deadlock_timeout = milliseconds{20};
  auto server = Server::start(options);
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto const setting = [&](std::string const& name) {
    return ask(server.value()->worker_dsn(0), "SHOW " + name);
  };
  EXPECT_EQ(setting("listen_addresses"), "");
  EXPECT_EQ(setting("fsync"), "off");
  EXPECT_EQ(setting("full_page_writes"), "off");
  EXPECT_EQ(setting("autovacuum"), "off");
  EXPECT_EQ(setting("jit"), "off");
  EXPECT_EQ(setting("synchronous_commit"), "on");
  EXPECT_EQ(setting("update_process_title"), "on");
  EXPECT_EQ(setting("deadlock_timeout"), "20ms");
}

TEST(EmbeddedServer, lets_us_stop_its_unprivileged_backends) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto connection = Connection::open(server.value()->worker_dsn(0));
  ASSERT_TRUE(connection.ok());
  pid_t const backend = backend_of(connection.value());
  EXPECT_NE(user_of(backend), 0U);
  EXPECT_EQ(kill(backend, SIGSTOP), 0);
  EXPECT_EQ(kill(backend, SIGCONT), 0);
}

TEST(EmbeddedServer, lets_us_pin_its_backends) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto connection = Connection::open(server.value()->worker_dsn(0));
  ASSERT_TRUE(connection.ok());
  cpu_set_t ours;
  ASSERT_EQ(sched_getaffinity(0, sizeof ours, &ours), 0);
  if (sched_setaffinity(backend_of(connection.value()), sizeof ours, &ours) == 0) return;
  // Root in a container may lack CAP_SYS_NICE.
  ASSERT_EQ(errno, EPERM);
  GTEST_SKIP() << "not permitted here; schedules will be slower";
}

TEST(EmbeddedServer, shows_a_wait_in_the_process_title) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto const dsn = server.value()->worker_dsn(0);
  auto holder = Connection::open(dsn);
  auto waiter = Connection::open(dsn);
  ASSERT_TRUE(holder.ok() && waiter.ok());
  EXPECT_EQ(ask(holder.value(), "SELECT pg_advisory_lock(1)"), "");
  pid_t const backend = backend_of(waiter.value());
  std::thread waiting{[&] { ask(waiter.value(), "SELECT pg_advisory_lock(1)"); }};
  EXPECT_TRUE(comes_true([&] {
    std::ifstream file{"/proc/" + std::to_string(backend) + "/cmdline"};
    std::string title;
    std::getline(file, title, '\0');
    return title.ends_with(" waiting");
  }));
  EXPECT_EQ(ask(holder.value(), "SELECT pg_advisory_unlock(1)"), "t");
  waiting.join();
}

TEST(EmbeddedServer, two_side_by_side_do_not_disturb_each_other) {
  Scratch const scratch;
  auto first = Server::start(scratch.options());
  auto second = Server::start(scratch.options());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(ask(first.value()->worker_dsn(0), "CREATE TABLE mine ()"), "(no row)");
  EXPECT_EQ(ask(second.value()->worker_dsn(0), "CREATE TABLE mine ()"), "(no row)");
  first.value().reset();
  EXPECT_EQ(ask(second.value()->worker_dsn(0), "SELECT count(*) FROM mine"), "0");
  EXPECT_EQ(scratch.folders().size(), 1U);
}

TEST(EmbeddedServer, ends_at_once_although_its_backends_are_stopped) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto connection = Connection::open(server.value()->worker_dsn(0));
  ASSERT_TRUE(connection.ok());
  ASSERT_EQ(kill(backend_of(connection.value()), SIGSTOP), 0);
  auto const begin = steady_clock::now();
  server.value().reset();
  EXPECT_LT(steady_clock::now() - begin, milliseconds{1000});
  EXPECT_TRUE(nothing_left(scratch));
}

TEST(EmbeddedServer, is_gone_soon_after_its_owner_was_killed) {
  Scratch const scratch;
  Owner owner{scratch.options()};
  ASSERT_TRUE(owner.started());
  auto const folder = scratch.folders().at(0);
  EXPECT_FALSE(server_processes(folder).empty());
  owner.end();
  EXPECT_TRUE(comes_true([&] { return nothing_left(scratch); }));
  EXPECT_TRUE(server_processes(folder).empty());
}

TEST(EmbeddedServer, left_over_by_a_killed_watchdog_is_removed_by_the_next) {
  Scratch const scratch;
  Owner owner{scratch.options()};
  ASSERT_TRUE(owner.started());
  auto const folder = scratch.folders().at(0);
  auto const watchdog = parent_of(postmaster_in(folder));
  ASSERT_EQ(kill(watchdog, SIGKILL), 0);
  owner.end();
  ASSERT_TRUE(comes_true([&] { return has_ended(watchdog); }));  // Until then it holds the lock.
  ASSERT_FALSE(server_processes(folder).empty());
  auto next = Server::start(scratch.options());
  ASSERT_TRUE(next.ok()) << next.problem().line();
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(server_processes(folder).empty());
}

TEST(EmbeddedServer, of_a_living_owner_is_no_leftover_even_without_its_watchdog) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  auto const folder = scratch.folders().at(0);
  ASSERT_EQ(kill(parent_of(postmaster_in(folder)), SIGKILL), 0);
  ASSERT_EQ(refusal_of(scratch.options()), "");
  EXPECT_EQ(ask(server.value()->worker_dsn(0), "SELECT 1"), "1");
  server.value().reset();
  EXPECT_TRUE(nothing_left(scratch));
  EXPECT_TRUE(server_processes(folder).empty());
}

TEST(EmbeddedServer, takes_no_folder_of_others_for_a_leftover) {
  Scratch const scratch;
  auto const notes = scratch.path() / "relcheck-pg-notes";
  fs::create_directory(notes);
  std::ofstream{notes / "plan.txt"} << "keep me\n";
  ASSERT_EQ(refusal_of(scratch.options()), "");
  EXPECT_TRUE(fs::exists(notes / "plan.txt"));
}

TEST(EmbeddedServer, survives_the_end_of_a_forked_child) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  pid_t const child = fork();
  if (child == 0) {
    server.value().reset();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(ask(server.value()->worker_dsn(0), "SELECT 1"), "1");
}

TEST(EmbeddedServer, says_so_when_it_was_killed) {
  Scratch const scratch;
  auto server = Server::start(scratch.options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  kill(postmaster_in(scratch.folders().at(0)), SIGKILL);
  ASSERT_TRUE(comes_true([&] { return server.value()->lost().has_value(); }));
  EXPECT_NE(server.value()->lost()->line().find("has ended"), std::string::npos);
  server.value().reset();
  EXPECT_TRUE(nothing_left(scratch));
}

}  // namespace
}  // namespace properties::server
