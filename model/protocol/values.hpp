#pragma once

#include <cstdint>

#include "model/outcome.hpp"

/// What the six bits of a cell mean, by table.
namespace model::protocol::values {

/// Relations and the view's rows: state and version; 0 is no row. Version 15 is the last.
inline constexpr std::uint8_t kRemoved = 1;
inline constexpr std::uint8_t kPending = 2;
inline constexpr std::uint8_t kActive = 3;
inline constexpr int kMaxVersion = 15;

[[nodiscard]] constexpr std::uint8_t row(std::uint8_t state, int version) {
  return static_cast<std::uint8_t>(version << 2 | state);
}
/// Of a row that is not there: what the placeholder says (R9).
[[nodiscard]] constexpr std::uint8_t state_of(std::uint8_t value) {
  return value == 0 ? kRemoved : static_cast<std::uint8_t>(value & 3);
}
[[nodiscard]] constexpr int version_of(std::uint8_t value) { return value >> 2; }
[[nodiscard]] constexpr bool is_there(std::uint8_t value) { return (value & 3) > kRemoved; }
[[nodiscard]] constexpr std::uint8_t state_of(RelationState state) {
  return static_cast<std::uint8_t>(static_cast<int>(state) + 1);
}
[[nodiscard]] constexpr PairRow pair_row(std::uint8_t value) {
  return {static_cast<RelationState>(state_of(value) - 1), Version{version_of(value)}};
}

/// event_seq, the watermark, and the token of a post: a seq.
[[nodiscard]] constexpr std::uint8_t of_seq(int seq) { return static_cast<std::uint8_t>(seq + 1); }
[[nodiscard]] constexpr int seq_of(std::uint8_t value) { return value - 1; }

/// Followers counted; wrong services may count below 0.
[[nodiscard]] constexpr std::uint8_t of_count(int count) {
  return static_cast<std::uint8_t>(count + 32);
}
[[nodiscard]] constexpr int count_of(std::uint8_t value) { return value == 0 ? 0 : value - 32; }

/// A row without content: a block, a seq that was seen.
inline constexpr std::uint8_t kThere = 1;

}  // namespace model::protocol::values
