#pragma once

#include <vector>

#include "properties/trace/run.hpp"

namespace properties::schedule {

/// A moment of a run at which more than one session could go on.
struct Decision {
  trace::Point last;  ///< As in trace::Switch.
  bool after{false};
  std::vector<int> enabled;
  int chosen{0};
};

/// The decisions of a run, in order.
[[nodiscard]] std::vector<Decision> decisions_of(trace::Run const& run);

}  // namespace properties::schedule
