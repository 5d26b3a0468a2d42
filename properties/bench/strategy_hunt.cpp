#include "properties/bench/strategy_hunt.hpp"

#include <algorithm>

#include "properties/gen/scenario_gen.hpp"
#include "properties/harness/examine.hpp"
#include "properties/harness/perform.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::bench {
namespace {

using model::UserId;
using schedule::derive_seed;

/// Streams of random numbers, one a purpose.
enum Purpose : std::uint64_t { kPrograms = 1, kSchedules = 2 };

constexpr UserId kA{1};
constexpr UserId kB{2};
constexpr UserId kC{3};

int first_failure(harness::Worker& worker, Ground const& ground, schedule::StrategyKind const& kind,
                  std::uint64_t seed, int cap) {
  for (int tried = 0; tried < cap;) {
    auto const number = static_cast<std::uint64_t>(tried / ground.schedules);
    auto const scenario = ground.program(seed, number);
    auto const outlook = harness::outlook_of(scenario);
    for (int k = 0; k < ground.schedules && tried < cap; ++k) {
      auto const strategy =
          kind.make(derive_seed(seed, kSchedules, static_cast<std::uint64_t>(tried)), outlook);
      ++tried;
      if (!harness::examine(worker, scenario, *strategy).report.findings.empty()) return tried;
    }
  }
  return cap + 1;
}

}  // namespace

Ground generated(mutants::Mutant const& mutant) {
  return {std::string{mutant.name}, &mutant, [](std::uint64_t seed, std::uint64_t number) {
            return gen::generate(derive_seed(seed, kPrograms, number), {});
          }};
}

Ground late_race(int before) {
  trace::Scenario scenario;
  scenario.accounts = {{kA, false}, {kB, false}, {kC, false}};
  scenario.sessions = {{"c1", {}}, {"c2", {model::Block{kB, kA}}}};
  auto& follower = scenario.sessions.front().actions;
  for (int i = 0; i < before; ++i) {
    if (i % 2 == 0) {
      follower.emplace_back(model::Follow{kA, kC});
    } else {
      follower.emplace_back(model::Unfollow{kA, kC});
    }
  }
  follower.emplace_back(model::Follow{kA, kB});
  return {"after " + std::to_string(before) + " operations",
          mutants::find_mutant("checks_block_before_lock"),
          [scenario](std::uint64_t, std::uint64_t) { return scenario; }};
}

double Hunted::median() const {
  auto sorted = schedules;
  std::sort(sorted.begin(), sorted.end());
  auto const middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2.0;
}

Hunted hunt(harness::Worker& worker, Ground const& ground, schedule::StrategyKind const& kind,
            int seeds, int cap) {
  Hunted hunted;
  for (int seed = 1; seed <= seeds; ++seed) {
    int const tried = first_failure(worker, ground, kind, static_cast<std::uint64_t>(seed), cap);
    hunted.missed += tried > cap ? 1 : 0;
    hunted.schedules.push_back(std::min(tried, cap));
  }
  return hunted;
}

}  // namespace properties::bench
