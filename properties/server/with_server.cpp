#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "properties/server/server.hpp"

/// with_server COMMAND [ARGUMENT …]: runs the command beside a private PostgreSQL whose connection
/// string is in RELCHECK_TEST_DSN, and ends as it ends.
int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: with_server COMMAND [ARGUMENT …]\n"), 64;
  auto server = properties::server::Server::start({});
  if (!server.ok()) {
    std::fprintf(stderr, "with_server: %s\n", server.problem().line().c_str());
    return 75;
  }
  setenv("RELCHECK_TEST_DSN", server.value()->worker_dsn(0).c_str(), 1);
  pid_t const child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    std::perror(argv[1]);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 71;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
