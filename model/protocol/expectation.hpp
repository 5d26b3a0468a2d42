#pragma once

#include <array>
#include <cstdint>

#include "model/protocol/scenario.hpp"

namespace model::protocol {

/// The truth about two users, as far as a task between them can ask: state of the asked row (two
/// bits), of the other direction, and whether there is a block in the asked one's or the other way.
[[nodiscard]] constexpr int truth_index(std::uint8_t asked, std::uint8_t reverse, bool block,
                                        bool other_block) {
  return asked | reverse << 2 | (block ? 1 << 4 : 0) | (other_block ? 1 << 5 : 0);
}

/// An answer to a write: 0 is CHANGED, anything else one of at most three reasons for leaving all
/// as it is, one bit each.
using Answer = std::uint8_t;
inline constexpr Answer kChanged = 0;
inline constexpr Answer kBlocked = 1;  ///< Of a follow; of all others: their only reason.
inline constexpr Answer kActiveAlready = 2;
inline constexpr Answer kPendingAlready = 4;

/// Of a check: both may have been right at some moment.
inline constexpr std::uint8_t kAllowed = 1;
inline constexpr std::uint8_t kDenied = 2;

/// What `model::step` says of a task, for each truth.
struct Expectation {
  std::array<Answer, 64> answer{};
  std::array<std::uint8_t, 64> after{};  ///< The truth afterwards, by index.
};

/// Of follow, unfollow, decide, block and unblock. Users must have accounts and differ.
[[nodiscard]] Expectation expectation_of(Task const& task, std::map<UserId, bool> const& accounts);

}  // namespace model::protocol
