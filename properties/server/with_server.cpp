#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "properties/server/server.hpp"

namespace {

/// GoogleTest's list of tests: asked for at every build, and it needs no server.
bool only_lists(int argc, char** argv) {
  return std::any_of(argv, argv + argc,
                     [](std::string_view word) { return word == "--gtest_list_tests"; });
}

[[noreturn]] void become(char** command) {
  execvp(command[0], command);
  std::perror(command[0]);
  _exit(127);
}

}  // namespace

/// with_server COMMAND [ARGUMENT …]: runs the command beside a private PostgreSQL whose connection
/// string is in RELCHECK_TEST_DSN, and ends as it ends.
int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: with_server COMMAND [ARGUMENT …]\n"), 64;
  if (only_lists(argc, argv)) become(argv + 1);
  auto server = properties::server::Server::start({});
  if (!server.ok()) {
    std::fprintf(stderr, "with_server: %s\n", server.problem().line().c_str());
    return 75;
  }
  setenv("RELCHECK_TEST_DSN", server.value()->worker_dsn(0).c_str(), 1);
  pid_t const child = fork();
  if (child == 0) become(argv + 1);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 71;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
