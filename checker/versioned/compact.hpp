#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// The compact form of a versioned history, about ten bytes for an operation.
///
/// The bytes `RCV1`; a byte that is 1 if values follow, else 0; the number of operations; if there
/// are values, whether the initial one is known (1 or 0), and it. Then each operation: a byte with
/// its kind (bits 0-1: read, write, cas) and status (bits 2-3: ok, refused, unknown); client; key;
/// call less the call before (0 at first). If it returned: return less call; version less the one
/// told last of the key (0 at first). If it is a cas: expected less the version told last of the
/// key (this operation's own included). If there are values and it has one: the value.
///
/// Numbers are in base 128, low digits first, the high bit meaning that more follow. Those that may
/// be negative are first mapped 0, -1, 1, -2, … to 0, 1, 2, 3, …; that is every difference but
/// return less call, and every value.
[[nodiscard]] std::string encode(History const& history);

/// What is wrong with bytes that should be a compact history.
struct NotCompact {
  std::size_t offset{};  ///< In bytes.
  std::string expected;
};
[[nodiscard]] std::variant<History, NotCompact> decode(std::string_view bytes);

}  // namespace checker::versioned
