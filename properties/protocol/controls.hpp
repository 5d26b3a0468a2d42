#pragma once

#include <vector>

#include "model/protocol/claims.hpp"
#include "model/protocol/scenario.hpp"
#include "model/protocol/variant.hpp"

namespace properties::protocol {

/// A negative control of the machine: a variant, a small scenario in which it shows, and what it
/// breaks first there.
struct Control {
  std::string_view variant;
  model::protocol::Scenario scenario;
  model::protocol::Claim breaks;
  std::size_t moves;  ///< Of a shortest counterexample.
};

/// One for each variant.
[[nodiscard]] std::vector<Control> const& all_controls();

}  // namespace properties::protocol
