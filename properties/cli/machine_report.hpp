#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/protocol/scenario.hpp"
#include "properties/protocol/explore.hpp"

namespace properties::cli {

/// A program of the abstract machine, and what exploring it came to.
struct OnMachine {
  std::string program;  ///< As the user wrote it.
  std::string mutant;   ///< Empty: the services as they are.
  model::protocol::Scenario scenario;
  bool reduced{true};
  bool by_bits{false};
  protocol::Explored explored;
  double seconds{0};
  std::uint64_t new_states{0};  ///< Met in these seconds: not those that a file held.

  /// Its end proves that no run breaks a claim.
  [[nodiscard]] bool proven() const {
    return explored.end == checker::exploration::End::exhausted && !by_bits;
  }
};

/// The numbers, which of the claims that the program tests hold, what happened, the verdict.
[[nodiscard]] std::string show(OnMachine const& done, std::size_t width);
/// The way to a broken claim: a column for each session.
[[nodiscard]] std::string show_counterexample(OnMachine const& done, std::size_t width);
[[nodiscard]] nlohmann::ordered_json to_json(OnMachine const& done);

/// "N passed, N failed, N skipped" of the claims.
[[nodiscard]] std::string closing_line(OnMachine const& done);

}  // namespace properties::cli
