#pragma once

#include <vector>

#include "model/protocol/code.hpp"

namespace model::protocol {

/// New names for sessions and rows under which the scenario's programs stay what they are.
struct Automorphism {
  std::array<std::uint8_t, kMaxSessions> session{};
  std::array<std::uint8_t, kMaxCells> cell{};
};

/// All but the identity that leave this state alone; found by trying every renaming of users and
/// sessions against the compiled programs, so that what only looks alike (two blocks that lock
/// their pairs in different orders) is not taken for the same. None where there are posts or
/// consumers.
[[nodiscard]] std::vector<Automorphism> automorphisms_of(Code const& code, State const& start);

[[nodiscard]] State rename(State const& state, Automorphism const& names, Code const& code);

}  // namespace model::protocol
