#pragma once

#include <compare>
#include <string>

#include "properties/trace/scenario.hpp"

namespace properties::shrink {

/// How large a scenario is, in the order in which smallness counts.
struct Size {
  int operations{0};  ///< Of clients and keepers, `given` included.
  int deliveries{0};
  int sessions{0};
  int lost{0};
  int switches{0};
  int values{0};  ///< How far users, privacy, visibility … are from the plainest.
  friend auto operator<=>(Size const&, Size const&) = default;
};

[[nodiscard]] Size measure(trace::Scenario const& scenario);

/// "4 operations, 2 sessions, 1 switch, 0 deliveries"
[[nodiscard]] std::string show(Size const& size);

}  // namespace properties::shrink
