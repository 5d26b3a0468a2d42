#pragma once

namespace checker::formats {

/// Whether `c` is one of 0 to 9; no locale is asked.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace checker::formats
