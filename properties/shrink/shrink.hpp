#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "properties/harness/examine.hpp"
#include "properties/shrink/size.hpp"

namespace properties::shrink {

/// When to stop, and who wants to know.
struct Limits {
  std::chrono::milliseconds time{60'000};
  std::function<bool()> stopped;  ///< Asked between runs; may be empty.
  /// Told of every smaller failing scenario, as it is found; may be empty.
  std::function<void(harness::Examined const&, std::string_view pass)> on_better;
};

/// What became of a failing scenario.
struct Shrunk {
  harness::Examined best;
  Size from;
  Size to;
  int tries{0};
  std::map<std::string, int> accepted;  ///< Per pass.
  int rejected{0};
  bool finished{false};  ///< A fixed point: no pass makes it smaller. Else the time ran out.
};

/// Makes a failing scenario smaller while one of `properties` still fails: programs, deliveries,
/// losses and the schedule together. A candidate whose old schedule no longer fails is tried under
/// others, so that a smaller program is not given up for want of its interleaving; at the end the
/// schedule is replaced by one with the fewest switches (Musuvathi and Qadeer's order: first none,
/// then one, …). Throws EnvironmentError.
[[nodiscard]] Shrunk shrink(harness::Worker& worker, harness::Examined const& start,
                            std::vector<std::string> const& properties, Limits const& limits);

/// The properties that fail, in the order of the report.
[[nodiscard]] std::vector<std::string> failing(harness::Examined const& examined);

}  // namespace properties::shrink
