#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "properties/harness/worker.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::bench {

/// Where schedules to the first failure are counted.
struct Ground {
  std::string name;
  mutants::Mutant const* mutant{nullptr};
  /// The program of a seed and number. Each is run under `schedules` schedules before the next.
  std::function<trace::Scenario(std::uint64_t seed, std::uint64_t number)> program;
  int schedules{8};
};

/// A mutant on programs as `relcheck run` makes them.
[[nodiscard]] Ground generated(mutants::Mutant const& mutant);

/// follow ‖ block with a block check too early, after `before` other operations of the follower:
/// the longer that takes, the less often a walk has the block come in just at the end.
[[nodiscard]] Ground late_race(int before);

struct Hunted {
  std::vector<int> schedules;  ///< By seed: to the first failure; the cap if there was none.
  int missed{0};               ///< Seeds that met the cap.
  [[nodiscard]] double median() const;
};

[[nodiscard]] Hunted hunt(harness::Worker& worker, Ground const& ground,
                          schedule::StrategyKind const& kind, int seeds, int cap);

}  // namespace properties::bench
