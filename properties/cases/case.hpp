#pragma once

#include <string_view>
#include <vector>

#include "properties/cases/bench.hpp"
#include "properties/cases/sheet.hpp"

namespace properties::cases {

/// A named scenario that always takes the same course, with what must come of it.
struct Case {
  std::string_view name;   ///< One letter.
  std::string_view claim;  ///< One sentence for people.
  std::string_view cites;  ///< The requirements it shows: "R2 R4".
  /// Throws schedule::EnvironmentError when the server was lost.
  void (*perform)(Bench&, Sheet&);
  char const* file;  ///< Where it stands, for reports.
  int line;
};

/// All cases, by name.
[[nodiscard]] std::vector<Case> const& all_cases();
/// By its letter, capital or not; null if there is none.
[[nodiscard]] Case const* find_case(std::string_view name);

}  // namespace properties::cases
