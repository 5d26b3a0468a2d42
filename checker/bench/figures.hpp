#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/bench/measure.hpp"

namespace checker::bench {

/// A measurement that has not been made yet.
using Measurement = std::function<Figure()>;

/// On the recorded histories of the peer, below `data`.
[[nodiscard]] std::vector<Measurement> peer_measurements(std::string const& data);

/// On made-up versioned histories: sizes 10^2 to `largest` of one key first, then the rest.
[[nodiscard]] std::vector<Measurement> versioned_measurements(std::size_t largest);

}  // namespace checker::bench
