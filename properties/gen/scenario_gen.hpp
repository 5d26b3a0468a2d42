#pragma once

#include <cstdint>

#include "properties/trace/scenario.hpp"

namespace properties::gen {

/// What kind of programs to make. The defaults are the nightly mix.
struct Mix {
  int max_sessions{4};   ///< Clients.
  int max_actions{8};    ///< Of one client.
  int max_consumers{4};  ///< 0: nothing of the projection.
  bool loss{true};       ///< Some scenarios lose events (P7).
  bool tokens{true};     ///< Posts and reads.
};

/// Makes the programs of a scenario (its schedule is empty): users few enough to collide, public
/// and private, operation mixes that reach every outcome, consumers fed with duplicates and out of
/// order. A function of the seed and the mix alone. Any thread.
[[nodiscard]] trace::Scenario generate(std::uint64_t seed, Mix const& mix);

}  // namespace properties::gen
