#include "properties/tests/child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "properties/server/run_folder.hpp"

namespace properties::tests {
namespace {

namespace fs = std::filesystem;

constexpr int kCannotMount = 126;

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

bool mount_small_disk(fs::path const& place, std::string const& size) {
  uid_t const user = geteuid();
  gid_t const group = getegid();
  int const flags = user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
  if (unshare(flags) != 0 || (user != 0 && !keep_ourselves(user, group))) return false;
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  auto const settings = "mode=755," + size;
  return mount("tmpfs", place.c_str(), "tmpfs", 0, settings.c_str()) == 0;
}

[[noreturn]] void become(Launch const& launch, fs::path const& out, fs::path const& err) {
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  if (!launch.small_disk.empty() && !mount_small_disk(launch.small_disk, launch.small_disk_size)) {
    _exit(kCannotMount);
  }
  if (!launch.folder.empty() && chdir(launch.folder.c_str()) != 0) _exit(127);
  for (auto const& [name, value] : launch.environment) setenv(name.c_str(), value.c_str(), 1);
  std::string program = launch.program.empty() ? RELCHECK_PROGRAM : launch.program;
  std::vector<char*> argv{program.data()};
  for (auto const& argument : launch.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

int code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Scratch::Scratch() {
  std::string name = fs::temp_directory_path() / "rc-cli-XXXXXX";
  path_ = mkdtemp(name.data());
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Child::Child(Launch const& launch) {
  auto const out = scratch_ / "out";
  auto const err = scratch_ / "err";
  pid_ = fork();
  if (pid_ == 0) become(launch, out, err);
}

Child::~Child() {
  if (!running()) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Child::running() {
  int status = 0;
  if (!status_ && waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return !status_;
}

std::string Child::said() const { return text_of(scratch_ / "out"); }

Ended Child::wait() {
  if (!comes_true([&] { return !running(); }) && !comes_true([&] { return !running(); })) {
    kill(pid_, SIGKILL);
  }
  int status = 0;
  if (!status_ && waitpid(pid_, &status, 0) == pid_) status_ = status;
  return Ended{code_of(*status_), said(), text_of(scratch_ / "err")};
}

std::optional<fs::path> Child::server_folder() const {
  auto const mark = "relcheck, process " + std::to_string(pid_) + "\n";
  for (auto const& place : server::default_places()) {
    std::error_code error;
    for (auto const& entry : fs::directory_iterator{place, error}) {
      if (entry.path().filename().native().starts_with("relcheck-pg-") &&
          text_of(entry.path() / "owner") == mark) {
        return entry.path();
      }
    }
  }
  return std::nullopt;
}

Ended run(Launch const& launch) { return Child{launch}.wait(); }

Ended relcheck(std::vector<std::string> const& arguments) { return run({.arguments = arguments}); }

nlohmann::json json_of(std::vector<std::string> const& arguments, int code) {
  auto const ended = relcheck(arguments);
  EXPECT_EQ(ended.code, code) << ended.err;
  auto parsed = nlohmann::json::parse(ended.out, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(parsed.is_discarded()) << ended.out;
  return parsed;
}

bool may_mount() {
  Scratch const scratch;
  return run({.arguments = {}, .program = "/bin/true", .small_disk = scratch.path()}).code == 0;
}

pid_t postmaster_in(fs::path const& folder) {
  std::ifstream file{folder / "data" / "postmaster.pid"};
  pid_t pid = 0;
  file >> pid;
  return pid;
}

std::string text_of(fs::path const& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

void write_text(fs::path const& file, std::string const& text) {
  std::ofstream{file, std::ios::binary} << text;
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<fs::path> files_named(fs::path const& folder, std::string const& name) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto const& entry : fs::recursive_directory_iterator{folder, error}) {
    if (entry.path().filename() == name) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace properties::tests
