#include "properties/server/watchdog.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "properties/server/subprocess.hpp"

namespace properties::server {
namespace {

/// Becomes readable when the process ends, whoever holds what open. -1 on an old kernel.
int process_handle(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

void close_all_but(int first, int second) {
  auto const low = static_cast<unsigned>(std::min(first, second));
  auto const high = static_cast<unsigned>(std::max(first, second));
  close_range(3, low - 1, 0);
  close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

/// A pipe from relcheck to another program must not stay open because of us.
void detach() {
  setsid();
  prctl(PR_SET_NAME, "relcheck-guard");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  int const nothing = open("/dev/null", O_RDWR);
  for (int const standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
}

/// A process title has the room of the program's arguments and environment, and no more. With a
/// short environment the end of it, "… waiting", would be cut off.
void make_room_for_titles() { setenv("RELCHECK_TITLE_ROOM", std::string(200, '.').c_str(), 1); }

pid_t launch(std::vector<std::string> const& server, std::filesystem::path const& log,
             Account const& account) {
  pid_t const pid = fork();
  if (pid != 0) return pid;
  int const file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  setsid();
  make_room_for_titles();
  bool became = false;
  exec_as(server, account, became);
  dprintf(STDERR_FILENO, "FATAL:  cannot start %s as user %s: %s\n", server.front().c_str(),
          account.name.c_str(), std::strerror(errno));
  _exit(127);
}

void reap() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

/// Until the owner hangs up or is gone. The server's end is told to the owner, who decides.
void watch(int line, int owner, int server) {
  std::array<pollfd, 3> events{pollfd{line, POLLIN, 0}, {owner, POLLIN, 0}, {server, POLLIN, 0}};
  for (;;) {
    if (poll(events.data(), events.size(), -1) < 0 && errno == EINTR) continue;
    if (events[0].revents != 0 || events[1].revents != 0) return;
    reap();
    send(line, "x", 1, MSG_NOSIGNAL);
    events[2].fd = -1;
  }
}

/// noexcept: an exception must never leave for the code of relcheck that forked us.
[[noreturn]] void guard(std::vector<std::string> const& server, RunFolder const& folder,
                        Account const& account, int line, pid_t owner_pid) noexcept {
  detach();
  close_all_but(line, folder.lock());
  int const owner = process_handle(owner_pid);
  if (getppid() == owner_pid) {
    pid_t const pid = launch(server, folder.log(), account);
    watch(line, owner, process_handle(pid));
  }
  remove_run_folder(folder.path());
  reap();
  _exit(0);
}

}  // namespace

Result<Watchdog> Watchdog::start(std::vector<std::string> const& server, RunFolder const& folder,
                                 Account const& account) {
  std::array<int, 2> line;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line.data()) != 0) {
    return Problem{"no more open files", "raise the limit (ulimit -n)"};
  }
  pid_t const owner = getpid();
  pid_t const pid = fork();
  if (pid == 0) guard(server, folder, account, line[1], owner);
  close(line[1]);
  if (pid > 0) return Watchdog{pid, line[0]};
  close(line[0]);
  return Problem{"cannot start another process", "raise the limit (ulimit -u)"};
}

Watchdog::Watchdog(pid_t pid, int line) : owner_{getpid()}, pid_{pid}, line_{line} {}

Watchdog::Watchdog(Watchdog&& other) noexcept
    : owner_{other.owner_},
      pid_{std::exchange(other.pid_, -1)},
      line_{std::exchange(other.line_, -1)},
      ended_{other.ended_} {}

Watchdog::~Watchdog() {
  if (pid_ < 0) return;
  if (getpid() != owner_) {
    close(line_);
    return;
  }
  shutdown(line_, SHUT_RDWR);
  close(line_);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Watchdog::server_runs(int milliseconds) {
  pollfd event{line_, POLLIN, 0};
  if (!ended_) ended_ = poll(&event, 1, milliseconds) > 0;
  return !ended_;
}

}  // namespace properties::server
