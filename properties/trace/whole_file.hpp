#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "properties/trace/trace.hpp"

namespace properties::trace {

/// Puts the text into the file, wholly and safely on disk, or leaves what was there: through a
/// file beside it, which takes its name at the end. The error says what is wrong and what to do.
[[nodiscard]] std::optional<TraceError> write_whole(std::filesystem::path const& file,
                                                    std::string_view text);

}  // namespace properties::trace
