#include <poll.h>
#include <signal.h>
#include <sys/shm.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "properties/server/run_folder.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;

constexpr int kPollMs = 2;
constexpr int kPatienceMs = 1500;  // For leaving when asked.
constexpr int kKillMs = 10'000;    // A killed process may still be in the kernel for a while.

/// What postmaster.pid tells: the process, and the key and id of the small System V segment that
/// outlives a killed server.
struct Postmaster {
  pid_t pid = 0;
  key_t segment_key = 0;
  int segment = -1;
};

Postmaster read_postmaster(fs::path const& folder) {
  constexpr int kSegmentLine = 7;
  Postmaster found;
  std::ifstream file{folder / "data" / "postmaster.pid"};
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words{line};
    if (number == 1) words >> found.pid;
    if (number == kSegmentLine) words >> found.segment_key >> found.segment;
  }
  return found;
}

void remove_segment(Postmaster const& postmaster) {
  shmid_ds about{};
  if (postmaster.segment < 0 || shmctl(postmaster.segment, IPC_STAT, &about) != 0) return;
  bool const same = about.shm_perm.__key == postmaster.segment_key;
  if (same && about.shm_nattch == 0) shmctl(postmaster.segment, IPC_RMID, nullptr);
}

bool gone_within(fs::path const& folder, int milliseconds) {
  for (int waited = 0; waited < milliseconds; waited += kPollMs) {
    if (server_processes(folder).empty()) return true;
    poll(nullptr, 0, kPollMs);
  }
  return false;
}

/// Immediate shutdown: the postmaster tells its backends and removes its shared memory. A stopped
/// backend would not hear it.
void ask_to_leave(std::vector<pid_t> const& processes, Postmaster const& postmaster) {
  bool const found =
      std::find(processes.begin(), processes.end(), postmaster.pid) != processes.end();
  if (found) kill(postmaster.pid, SIGQUIT);
  for (pid_t const process : processes) kill(process, SIGCONT);
}

void kill_all(fs::path const& folder) {
  for (int waited = 0; waited < kKillMs; waited += kPollMs) {
    auto const processes = server_processes(folder);
    if (processes.empty()) return;
    for (pid_t const process : processes) kill(process, SIGKILL);
    poll(nullptr, 0, kPollMs);
  }
}

/// Every process of a server has the data folder as working directory, which we may not see (root
/// in a container without CAP_SYS_PTRACE); it also shows the folder in its title, which all may
/// see. Paths are compared as text, so that a planted link cannot point us at processes of others.
bool serves(fs::path const& process, fs::path const& folder) {
  std::error_code error;
  std::string const data = folder / "data";
  if (fs::read_symlink(process / "cwd", error) == data) return true;
  std::ifstream file{process / "cmdline"};
  std::string title;  // By getline, which takes the end of the process meanwhile for no title.
  std::getline(file, title, '\n');
  std::string const option = std::string{"postgres\0-D\0", 12} + data + '\0';
  return title.starts_with("postgres: " + folder.filename().native() + ": ") ||
         title.find(option) != std::string::npos;
}

pid_t pid_in(std::string const& name) {
  pid_t pid = 0;
  auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  return error == std::errc{} && end == name.data() + name.size() ? pid : 0;
}

}  // namespace

std::vector<pid_t> server_processes(fs::path const& folder) {
  std::vector<pid_t> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator{"/proc", error}; entry != fs::directory_iterator{};
       entry.increment(error)) {
    pid_t const pid = pid_in(entry->path().filename());
    if (pid != 0 && serves(entry->path(), folder)) found.push_back(pid);
  }
  return found;
}

void remove_run_folder(fs::path const& folder) {
  auto const postmaster = read_postmaster(folder);
  auto const processes = server_processes(folder);
  ask_to_leave(processes, postmaster);
  if (!processes.empty() && !gone_within(folder, kPatienceMs)) kill_all(folder);
  remove_segment(postmaster);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

}  // namespace properties::server
