#pragma once

#include <vector>

#include "properties/cases/case.hpp"

/// One theme a file. A new case is a new entry in its group.
namespace properties::cases {

[[nodiscard]] std::vector<Case> follow_cases();    // A B C
[[nodiscard]] std::vector<Case> writer_cases();    // D E
[[nodiscard]] std::vector<Case> delivery_cases();  // F G L
[[nodiscard]] std::vector<Case> block_cases();     // H I J
[[nodiscard]] std::vector<Case> reading_cases();   // K M

}  // namespace properties::cases
