#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "properties/trace/trace.hpp"

namespace properties::trace {

/// The JSON document of a trace, of kTraceVersion: an older one has been migrated. What is cut, is
/// not JSON, holds a key twice, or is of another version is refused in words.
[[nodiscard]] std::variant<nlohmann::json, TraceError> parse_document(std::string_view text,
                                                                      std::string const& name);

}  // namespace properties::trace
