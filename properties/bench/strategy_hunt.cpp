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
constexpr int kSchedulesPerProgram = 8;
constexpr gen::Mix kMix{.max_sessions = 3, .max_actions = 3};

bool is_wanted(mutants::Mutant const& mutant, Wanted const& wanted) {
  auto const& names = wanted.mutants;
  if (!names.empty()) return std::find(names.begin(), names.end(), mutant.name) != names.end();
  return !wanted.late_only && (mutant.race || !wanted.races_only);
}

}  // namespace

Ground generated(mutants::Mutant const& mutant) {
  return {std::string{mutant.name}, &mutant, [](std::uint64_t seed, std::uint64_t number) {
            return gen::generate(derive_seed(seed, kPrograms, number), kMix);
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
          [scenario](std::uint64_t, std::uint64_t) { return scenario; }, true};
}

std::vector<Ground> grounds_of(Wanted const& wanted) {
  std::vector<Ground> grounds;
  for (auto const& mutant : mutants::all_mutants()) {
    if (is_wanted(mutant, wanted)) grounds.push_back(generated(mutant));
  }
  std::stable_partition(grounds.begin(), grounds.end(),
                        [](Ground const& ground) { return ground.mutant->race; });
  if (!wanted.mutants.empty()) return grounds;
  for (int const before : {0, 4, 16, 48}) grounds.push_back(late_race(before));
  return grounds;
}

std::vector<props::Invariant> invariants_of(Ground const& ground) {
  std::vector<props::Invariant> claiming;
  for (auto const& invariant : props::all_invariants()) {
    if (props::property_name(invariant) == ground.mutant->killed_by) claiming.push_back(invariant);
  }
  return claiming;
}

Hunted hunt(harness::Worker& worker, Ground const& ground, schedule::StrategyKind const& kind,
            std::uint64_t seed, int cap) {
  std::vector<std::string> const claims{std::string{ground.mutant->killed_by}};
  int tried = 0;
  for (std::uint64_t number = 0; tried < cap; ++number) {
    auto const scenario = ground.program(seed, number);
    auto const outlook = harness::outlook_of(scenario);
    int const schedules = scenario.sessions.size() < 2 ? 1 : kSchedulesPerProgram;
    for (int k = 0; k < schedules && tried < cap; ++k) {
      auto const own = derive_seed(seed, kSchedules, static_cast<std::uint64_t>(tried++));
      auto const strategy = kind.make(own, outlook);
      auto const examined = harness::examine(worker, scenario, *strategy, claims);
      if (!examined.report.findings.empty()) return {tried, true};
    }
  }
  return {cap, false};
}

}  // namespace properties::bench
