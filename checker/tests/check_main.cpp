#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "checker/check_command.hpp"

namespace {

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) { asked_to_stop = true; }

}  // namespace

/// The command alone, for tests that need a process: its exit code, its signals.
int main(int argc, char** argv) {
  std::signal(SIGINT, on_signal);
  CLI::App app{"Checks recorded histories"};
  checker::CheckOptions options;
  bool parsed = false;
  checker::mount_check(app, options, parsed);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : (app.exit(error), 64);
  }
  return parsed ? checker::run_check(options, stdout, &asked_to_stop) : 64;
}
