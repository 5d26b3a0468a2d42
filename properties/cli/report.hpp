#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "properties/campaign/summary.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/exit_code.hpp"

namespace properties::cli {

/// A finding as a person reads it: what fails, how small it got, both tables, why, and how to see
/// it again.
[[nodiscard]] std::string show(campaign::FindingReport const& finding, std::size_t width);

/// What a campaign did: numbers, the share of each outcome, what was never reached.
[[nodiscard]] std::string show(campaign::Summary const& summary);

[[nodiscard]] nlohmann::ordered_json to_json(campaign::FindingReport const& finding);
[[nodiscard]] nlohmann::ordered_json to_json(campaign::Summary const& summary);

/// The line that replays a trace, as it can be pasted into a shell.
[[nodiscard]] std::string replay_line(std::string const& file);

/// "N passed, N failed, N skipped" of the properties.
[[nodiscard]] std::string closing_line(campaign::Summary const& summary);

}  // namespace properties::cli
