#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace properties::trace {

/// One character of a text: its code point and how many bytes it took.
struct CodePoint {
  char32_t value{0};
  std::size_t bytes{1};
  bool valid{false};  ///< False for a byte that begins no character; then `bytes` is 1.
};

/// The character at `at`, which must lie inside the text.
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);

/// The same text with each byte that is not UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// Columns on a terminal, for the narrow characters that we use: one per code point.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// The text cut to `width` columns (the last one an ellipsis) or filled with blanks up to it.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t width);

}  // namespace properties::trace
