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
  /// The program of a seed and number. Each is run under a few schedules before the next.
  std::function<trace::Scenario(std::uint64_t seed, std::uint64_t number)> program;
  bool late{false};  ///< One race in a program of a certain length.
};

/// A mutant on programs as `relcheck run` makes them, but of at most three sessions of three
/// actions: where nothing can go wrong no strategy is better than another.
[[nodiscard]] Ground generated(mutants::Mutant const& mutant);

/// follow ‖ block with a block check too early, after `before` other operations of the follower:
/// the longer that takes, the less often a walk has the block come in just at the end.
[[nodiscard]] Ground late_race(int before);

/// The negative controls, those named or those that are races or all, races first; then the late
/// races.
struct Wanted {
  std::vector<std::string> mutants;  ///< By name; empty: all.
  bool races_only{false};
  bool late_only{false};
};
[[nodiscard]] std::vector<Ground> grounds_of(Wanted const& wanted);

/// What a hunt asks the server: the invariant that claims the mutant, or none.
[[nodiscard]] std::vector<props::Invariant> invariants_of(Ground const& ground);

/// How one strategy fared with one seed.
struct Hunted {
  int schedules{0};   ///< To the first failure of the property that claims the mutant.
  bool found{false};  ///< If not, `schedules` is the cap.
  friend bool operator==(Hunted const&, Hunted const&) = default;
};

/// All strategies get the same programs from one seed. The worker has the ground's mutant.
[[nodiscard]] Hunted hunt(harness::Worker& worker, Ground const& ground,
                          schedule::StrategyKind const& kind, std::uint64_t seed, int cap);

}  // namespace properties::bench
