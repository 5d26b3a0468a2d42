#include "properties/cases/sheet.hpp"

#include <algorithm>

namespace properties::cases {

void Sheet::expect(std::string const& what, std::string const& actual,
                   std::string const& expected) {
  auto text = what + " " + actual;
  if (actual != expected) text += ", expected " + expected;
  check(actual == expected, std::move(text));
}

int Sheet::count(Kind kind) const {
  return static_cast<int>(std::count_if(lines_.begin(), lines_.end(),
                                        [&](Line const& line) { return line.kind == kind; }));
}

}  // namespace properties::cases
