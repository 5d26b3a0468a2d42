#pragma once

#include <string>
#include <vector>

#include "properties/server/account.hpp"
#include "properties/server/problem.hpp"

namespace properties::server {

struct Finished {
  int exit_code{};     ///< 128 + n when signal n ended it.
  std::string output;  ///< stdout and stderr as they came.
};

/// Runs a program to its end as `account`, in `/`, with no PG* variables and the C locale.
/// A Problem when it cannot be started at all.
Result<Finished> run_program(std::vector<std::string> const& arguments, Account const& account);

/// In a forked child: leaves everything of the parent's behind that a server must not inherit
/// (signal handlers and masks, environment), then becomes the account and runs the program.
/// Returns only on failure, with errno; `became` tells which of the two failed.
void exec_as(std::vector<std::string> const& arguments, Account const& account, bool& became);

}  // namespace properties::server
