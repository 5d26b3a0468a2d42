#pragma once

#include "properties/campaign/plan.hpp"
#include "properties/cli/explore_command.hpp"

namespace properties::cli {

/// relcheck explore --all-pairs | --all-triples
[[nodiscard]] ExitCode sweep_command(ExploreOptions const& options, campaign::Plan const& plan);

}  // namespace properties::cli
