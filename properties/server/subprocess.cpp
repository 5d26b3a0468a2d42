#include "properties/server/subprocess.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace properties::server {
namespace {

struct Failure {
  int error{};
  bool became{};
};

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void clean_environment() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view const text{*entry};
    if (text.starts_with("PG")) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (auto const& name : names) unsetenv(name.c_str());
  setenv("LC_ALL", "C", 1);
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t const count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

[[noreturn]] void child(std::vector<std::string> const& arguments, Account const& account,
                        int output, int failure_pipe) noexcept {
  int const nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  Failure failure;
  exec_as(arguments, account, failure.became);
  failure.error = errno;
  [[maybe_unused]] auto const written = write(failure_pipe, &failure, sizeof failure);
  _exit(127);
}

Problem cannot_start(std::string const& program, Account const& account, Failure failure) {
  if (!failure.became) {
    return {fmt::format("cannot run PostgreSQL as user '{}' ({})", account.name,
                        std::strerror(failure.error)),
            "PostgreSQL refuses to run as root, so run relcheck as an ordinary user"};
  }
  return {fmt::format("user '{}' cannot run {} ({})", account.name, program,
                      std::strerror(failure.error)),
          "make the file and the folders above it readable for that user"};
}

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

void exec_as(std::vector<std::string> const& arguments, Account const& account, bool& became) {
  reset_signals();
  clean_environment();
  std::vector<char*> argv;
  for (auto const& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  became = become(account);
  if (!became) return;
  if (chdir("/") == 0) execv(argv[0], argv.data());
}

Result<Finished> run_program(std::vector<std::string> const& arguments, Account const& account) {
  std::array<int, 2> output;
  std::array<int, 2> failed;
  if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(failed.data(), O_CLOEXEC) != 0) {
    return Problem{"no more open files", "raise the limit (ulimit -n)"};
  }
  pid_t const pid = fork();
  if (pid == 0) child(arguments, account, output[1], failed[1]);
  close(output[1]);
  close(failed[1]);
  Finished finished{.exit_code = 0, .output = read_all(output[0])};
  std::string const report = read_all(failed[0]);
  close(output[0]);
  close(failed[0]);
  if (pid < 0) return Problem{"cannot start another process", "raise the limit (ulimit -u)"};
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  Failure failure;
  if (report.size() == sizeof failure) {
    std::memcpy(&failure, report.data(), sizeof failure);
    return cannot_start(arguments.front(), account, failure);
  }
  finished.exit_code = exit_code_of(status);
  return finished;
}

}  // namespace properties::server
