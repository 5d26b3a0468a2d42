#pragma once

#include <optional>
#include <string_view>

#include "checker/formats/json_event.hpp"

namespace checker::formats {

/// Reads an event that is written as most are: no spaces, no escapes, plain letters, known members,
/// flat arguments. Nothing for any other line, right or wrong: the reader proper must judge it.
[[nodiscard]] std::optional<JsonEvent> scan_event(std::string_view line);

}  // namespace checker::formats
