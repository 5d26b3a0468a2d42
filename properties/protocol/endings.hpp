#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/protocol/tables.hpp"
#include "properties/trace/run.hpp"

namespace properties::protocol {

/// The answers of each session's tasks, in order, as bits of model::protocol::Goal.
using Answers = std::vector<std::vector<std::uint32_t>>;

/// What these goals say of a task's answer; 0 if they are of no answer.
[[nodiscard]] std::uint32_t answer_in(std::uint32_t reached);

/// Where answers and committed rows differ, as the server and as the machine has it; empty if they
/// do not. The answer to a post says nothing, and that of a check whether anybody is let in, and
/// by what.
[[nodiscard]] std::vector<std::string> difference_of_endings(trace::Scenario const& scenario,
                                                             trace::Run const& run,
                                                             Answers const& answers,
                                                             model::protocol::Tables const& tables);

}  // namespace properties::protocol
