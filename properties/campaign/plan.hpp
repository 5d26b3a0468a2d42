#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/gen/scenario_gen.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/props/invariants.hpp"

namespace properties::campaign {

/// What to fuzz, for how long, and where findings go.
struct Plan {
  std::uint64_t seed{0};
  int shard{0};
  int shards{1};
  std::optional<std::chrono::milliseconds> time;
  std::optional<std::int64_t> cases;
  int jobs{1};
  int schedules_per_program{8};
  std::string strategy;  ///< One by name; empty: all of them in turn.
  gen::Mix mix;
  std::vector<std::string> properties;  ///< Empty: all.
  /// The programs are those of the abstract machine, and what is judged is whether runs depart
  /// from it.
  bool conformance{false};
  bool keep_going{false};  ///< Past the first finding.
  int per_property{4};     ///< With keep_going: findings kept of one property.
  bool shrink{true};
  std::chrono::milliseconds shrink_for{60'000};
  std::filesystem::path out{"out"};  ///< Empty: nothing is written.
  mutants::Mutant const* mutant{nullptr};
  std::vector<props::Invariant> invariants;
};

}  // namespace properties::campaign
