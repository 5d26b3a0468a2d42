#pragma once

#include <string>

#include "checker/finding/finding.hpp"

namespace checker::finding {

/// A picture (SVG) of a contradiction: its operations as bars over time, a row for each client, and
/// the operations around them, which are faded. However long the history, at most 100 KB: it shows
/// a window of the history, and says what it leaves out.
[[nodiscard]] std::string picture(Finding const& finding);

}  // namespace checker::finding
