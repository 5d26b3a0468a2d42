#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "properties/cli/exit_code.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/props/invariants.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/server/server.hpp"

namespace properties::cli {

/// What every command that needs a server takes.
struct Setting {
  std::string dsn;                   ///< --dsn
  int postgres{15};                  ///< --pg
  std::filesystem::path invariants;  ///< --invariants: a folder with more of them.
  bool json{false};                  ///< --json
};

/// A message for the user, and how the program must end.
struct Refusal {
  ExitCode code{kUsage};
  std::string message;
};

/// Starts the server for `workers` workers.
[[nodiscard]] std::variant<std::unique_ptr<server::Server>, Refusal> start_server(
    Setting const& setting, int workers);

/// The invariants of the program and of the user's folder.
[[nodiscard]] std::variant<std::vector<props::Invariant>, Refusal> invariants_of(
    Setting const& setting);

/// The mutant by that name; null for an empty name.
[[nodiscard]] std::variant<mutants::Mutant const*, Refusal> mutant_named(std::string const& name);

[[nodiscard]] std::variant<schedule::StrategyKind const*, Refusal> strategy_named(
    std::string const& name);

/// Refuses names that no property has, naming the nearest.
[[nodiscard]] std::optional<Refusal> unknown_property(
    std::vector<std::string> const& names, std::vector<props::Invariant> const& invariants);

/// Prints "relcheck: …" on standard error and answers the code.
ExitCode refuse(Refusal const& refusal);

/// What is said of an EnvironmentError: the server's last words if it has ended.
[[nodiscard]] Refusal environment_failed(schedule::EnvironmentError const& error);
[[nodiscard]] Refusal environment_failed(schedule::EnvironmentError const& error,
                                         server::Server& server);

/// Runs a command; an EnvironmentError ends it with 75 and any other exception with 70, each with
/// one line that says what and what to do.
[[nodiscard]] ExitCode guarded(std::function<ExitCode()> const& command);

}  // namespace properties::cli
