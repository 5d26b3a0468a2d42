#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <fstream>

#include "properties/server/account.hpp"
#include "properties/server/cluster_template.hpp"
#include "properties/server/tests/scratch.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;

TEST(EmbeddedServerRefusal, names_a_version_that_is_not_installed) {
  Scratch const scratch;
  auto options = scratch.options();
  options.major = 14;
  EXPECT_EQ(refusal_of(options),
            "PostgreSQL 14 is not installed: run ci/setup, or apt-get install postgresql-14");
}

TEST(EmbeddedServerRefusal, names_a_version_that_is_too_old) {
  Scratch const scratch;
  auto options = scratch.options();
  options.major = 12;
  EXPECT_EQ(refusal_of(options),
            "PostgreSQL 12 is too old: relcheck needs 13 or newer; use --pg 15 to 18");
}

TEST(EmbeddedServerRefusal, counts_the_room_before_it_copies) {
  Scratch const scratch;
  auto options = scratch.options();
  options.room_needed = std::uintmax_t{1} << 60;
  auto const line = refusal_of(options);
  EXPECT_NE(line.find("no place for the server's data"), std::string::npos) << line;
  EXPECT_NE(line.find("MB free"), std::string::npos) << line;
  EXPECT_TRUE(scratch.folders().empty());
}

TEST(EmbeddedServerRefusal, takes_the_next_place_when_the_first_has_a_fault) {
  Scratch const scratch;
  auto options = scratch.options();
  options.places.insert(options.places.begin(), scratch.path() / "missing");
  EXPECT_EQ(refusal_of(options), "");
}

TEST(EmbeddedServerRefusal, says_that_a_path_is_too_long_for_a_socket) {
  Scratch const scratch;
  auto options = scratch.options();
  options.places = {scratch.path() / std::string(90, 'x')};
  fs::create_directory(options.places[0]);
  auto const line = refusal_of(options);
  EXPECT_NE(line.find("the path is too long for a socket"), std::string::npos) << line;
}

TEST(EmbeddedServerRefusal, names_a_program_that_does_not_run) {
  Scratch const scratch;
  auto options = scratch.options();
  options.major = 13;
  options.cache = scratch.path() / "cache";
  fs::create_directories(options.cache / "postgres-13" / "bin");
  for (char const* name : {"initdb", "postgres"}) {
    std::ofstream{options.cache / "postgres-13" / "bin" / name} << "not a program\n";
  }
  auto const line = refusal_of(options);
  EXPECT_NE(line.find("cannot run"), std::string::npos) << line;
  EXPECT_NE(line.find("Permission denied"), std::string::npos) << line;
}

TEST(EmbeddedServerRefusal, a_half_made_cluster_in_the_cache_is_named) {
  Scratch const scratch;
  auto options = scratch.options();
  ASSERT_EQ(refusal_of(options), "");
  fs::create_directory(scratch.path() / "cache");
  for (auto const& entry : fs::directory_iterator{default_cache()}) {
    if (!entry.path().filename().native().starts_with("cluster-15")) continue;
    fs::create_directory(scratch.path() / "cache" / entry.path().filename());
  }
  options.cache = scratch.path() / "cache";
  auto const line = refusal_of(options);
  EXPECT_NE(line.find("cache"), std::string::npos) << line;
}

bool write_line(char const* file, std::string const& line) {
  std::ofstream stream{file};
  stream << line << std::flush;
  return stream.good();
}

/// Of all users and groups, the new namespace knows ours, under the same numbers.
bool keep_ourselves(uid_t user, gid_t group) {
  auto const same = [](auto id) { return std::to_string(id) + ' ' + std::to_string(id) + " 1"; };
  return write_line("/proc/self/uid_map", same(user)) &&
         write_line("/proc/self/setgroups", "deny") &&
         write_line("/proc/self/gid_map", same(group));
}

/// Runs `body` in a child that has a file system of its own with `megabytes` on `place`.
/// 77 when this machine does not let us mount one.
template <class Body>
int in_small_file_system(fs::path const& place, int megabytes, Body body) {
  pid_t const child = fork();
  if (child == 0) {
    uid_t const user = geteuid();
    gid_t const group = getegid();
    int const flags = user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    std::string const size = "mode=755,size=" + std::to_string(megabytes) + "m";
    if (unshare(flags) != 0 || (user != 0 && !keep_ourselves(user, group))) _exit(77);
    if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) _exit(77);
    if (mount("tmpfs", place.c_str(), "tmpfs", 0, size.c_str()) != 0) _exit(77);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(EmbeddedServerRefusal, says_so_when_the_room_runs_out_while_copying) {
  Scratch const scratch;
  fs::path const from = scratch.path() / "from";
  fs::path const small = scratch.path() / "small";
  fs::create_directories(from);
  fs::create_directories(small);
  std::ofstream{from / "large"} << std::string(std::size_t{4} << 20, 'x');
  auto const account = Account{.uid = geteuid(), .gid = getegid(), .name = "this user"};
  int const result = in_small_file_system(small, 1, [&] {
    auto const problem = copy_tree(from, small / "to", account);
    return problem && problem->what.find("no room left") != std::string::npos;
  });
  if (result == 77) GTEST_SKIP() << "this machine lets us mount nothing";
  EXPECT_EQ(result, 0);
}

}  // namespace
}  // namespace properties::server
