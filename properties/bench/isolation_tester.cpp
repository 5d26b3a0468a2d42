#include "properties/bench/isolation_tester.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace properties::bench {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// Gone with its handle.
File temporary_file() {
  File file{std::tmpfile()};
  if (!file) throw std::runtime_error{"no temporary file can be made: free some room in /tmp"};
  return file;
}

std::string step_name(std::size_t session, std::size_t line) {
  return fmt::format("s{}_{}", session, line);
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) ++found;
  return found;
}

std::string whole(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

/// Both streams of the child go to `output`. The exit code; 128 + n when signal n ended it.
int run_child(std::string const& program, std::string const& dsn, std::FILE* input,
              std::FILE* output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDERR_FILENO);
  std::string name{program};
  std::string target{dsn};
  char* const arguments[] = {name.data(), target.data(), nullptr};
  pid_t child = 0;
  int const refused = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (refused != 0 || waitpid(child, &status, 0) != child) {
    throw std::runtime_error{
        fmt::format("cannot run {}: install postgresql-server-dev-15, or run ci/setup", program)};
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string isolation_spec(std::vector<std::string> const& setup,
                           std::vector<tests::Script> const& scripts,
                           std::vector<Permutation> const& permutations) {
  std::string spec;
  for (auto const& statement : setup) spec += fmt::format("setup {{ {}; }}\n", statement);
  for (std::size_t session = 0; session < scripts.size(); ++session) {
    spec += fmt::format("session s{}\n", session);
    for (std::size_t line = 0; line < scripts[session].size(); ++line) {
      spec +=
          fmt::format("step {} {{ {}; }}\n", step_name(session, line), scripts[session][line].sql);
    }
  }
  for (auto const& permutation : permutations) {
    spec += "permutation";
    std::vector<std::size_t> taken(scripts.size(), 0);
    for (int const who : permutation) {
      auto const session = static_cast<std::size_t>(who);
      spec += " " + step_name(session, taken[session]++);
    }
    spec += "\n";
  }
  return spec;
}

TesterRun run_isolation_tester(std::string const& program, std::string const& dsn,
                               std::string const& spec) {
  auto const input = temporary_file();
  auto const output = temporary_file();
  std::fwrite(spec.data(), 1, spec.size(), input.get());
  std::fflush(input.get());
  std::rewind(input.get());
  auto const begun = std::chrono::steady_clock::now();
  int const code = run_child(program, dsn, input.get(), output.get());
  std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begun;
  auto const said = whole(output.get());
  if (code != 0 || said.find("ERROR:") != said.npos || said.find("timed out") != said.npos) {
    throw std::runtime_error{
        fmt::format("the isolation tester failed ({}): {}", code,
                    said.substr(said.size() - std::min<std::size_t>(said.size(), 500)))};
  }
  return {took.count(), count(said, "starting permutation:"), count(said, "<waiting ...>")};
}

}  // namespace properties::bench
