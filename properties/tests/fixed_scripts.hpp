#pragma once

#include "properties/tests/scripted.hpp"

namespace properties::tests {

/// follow(1,2), its 8 statements fixed.
[[nodiscard]] Script follow_script();

/// block(2,1), its 10 statements fixed: both pairs in order.
[[nodiscard]] Script block_script();

/// Puts the placeholder rows of both pairs in.
inline constexpr char const* kRowsPresent =
    "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0), (2, 1, 'REMOVED', 0)";

}  // namespace properties::tests
