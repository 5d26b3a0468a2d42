#include <CLI/CLI.hpp>
#include <cstdio>

#include "checker/check_command.hpp"

/// The command alone, for tests that need a process: its exit code, its signals.
int main(int argc, char** argv) {
  CLI::App app{"Checks recorded histories"};
  checker::CheckOptions options;
  bool parsed = false;
  checker::mount_check(app, options, parsed);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : (app.exit(error), 64);
  }
  return parsed ? checker::run_check(options, stdout) : 64;
}
