#pragma once

#include "model/protocol/scenario.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::protocol {

/// The machine's tasks and the services' actions. A script has no action: a programmer error; nor
/// have rebuild and certification a task.
[[nodiscard]] trace::Action action_of(model::protocol::Task const& task);
[[nodiscard]] model::protocol::Task task_of(trace::Action const& action);

}  // namespace properties::protocol
