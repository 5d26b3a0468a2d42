#pragma once

#include "checker/finding/finding.hpp"

namespace checker::finding {

/// Checks a versioned history, and explains what is wrong with it.
void check_versions(formats::RecordedVersions const& recorded, Finding& finding);

}  // namespace checker::finding
