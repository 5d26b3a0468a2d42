#pragma once

#include "model/protocol/scenario.hpp"

namespace model::protocol {

/// What the services do for this task.
[[nodiscard]] Program program_of(Task const& task);

}  // namespace model::protocol
