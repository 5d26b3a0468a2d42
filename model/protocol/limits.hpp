#pragma once

#include "model/protocol/scenario.hpp"
#include "model/protocol/variant.hpp"

namespace model::protocol {

/// The first limit of the machine that the scenario breaks, as a rule that it would have to keep;
/// null if the machine can have it.
[[nodiscard]] char const* broken_limit(Scenario const& scenario, Variant const& variant);

}  // namespace model::protocol
