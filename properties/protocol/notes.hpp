#pragma once

#include <string>

#include "model/protocol/result.hpp"
#include "model/protocol/step.hpp"

namespace properties::protocol {

/// The note that the step log has of a statement with this result; empty where it has none.
[[nodiscard]] std::string note_of(model::protocol::Step step,
                                  model::protocol::Result const& result);

}  // namespace properties::protocol
