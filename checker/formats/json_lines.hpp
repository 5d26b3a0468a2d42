#pragma once

#include <optional>
#include <string>

#include "checker/formats/lines.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// Reads our own format: one JSON object a line, see traces/README.md, "History files".
/// `spec` is one of kSpecNames, or empty to take that of the file's first line.
[[nodiscard]] Result<AnyRecorded> read_json_lines(Lines& lines, std::string const& spec);

}  // namespace checker::formats
