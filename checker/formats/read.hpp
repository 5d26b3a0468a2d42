#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/formats/lines.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// A way to write a history down.
enum class Format { json_lines, edn, jepsen_log, versioned, compact };

/// The names of the formats, in the order of Format.
inline constexpr char const* kFormatNames[] = {"jsonl", "edn", "jepsen-log", "versioned",
                                               "compact"};

/// The format whose files begin with such a line, if there is one.
[[nodiscard]] std::optional<Format> detect(std::string_view first_filled_line);

struct ReadOptions {
  std::optional<Format> format;  ///< If not given, found from the content.
  std::string spec;              ///< One of kSpecNames; if empty, found from the content.
};

/// Every history of a file: one, but for versioned files with several. A file without operations
/// has none.
[[nodiscard]] Result<std::vector<AnyRecorded>> read_histories(Lines& lines,
                                                              ReadOptions const& options);
[[nodiscard]] Result<std::vector<AnyRecorded>> read_histories(std::string const& path,
                                                              ReadOptions const& options);

}  // namespace checker::formats
