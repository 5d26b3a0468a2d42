#pragma once

#include <variant>
#include <vector>

#include "checker/formats/lines.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// One line of the versioned format, `CLIENT KEY OP EXPECTED CALL STATUS RETURN VERSION`, with
/// client and key as they are numbered in the file.
struct VersionedLine {
  versioned::Operation operation;
  std::int64_t client{};
  std::int64_t key{};
};

[[nodiscard]] std::variant<VersionedLine, Complaint> parse_versioned_line(std::string_view line);

/// Reads the versioned format. A line `H Ok N` or `H Illegal N` begins a history of N lines of its
/// own, with what is claimed of it; without such lines the file is one history.
[[nodiscard]] Result<std::vector<RecordedVersions>> read_versioned_text(Lines& lines);

}  // namespace checker::formats
