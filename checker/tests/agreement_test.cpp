#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>

#include "checker/linearizability.hpp"
#include "checker/parallel.hpp"
#include "checker/partitioned.hpp"
#include "checker/tests/brute_force.hpp"
#include "checker/tests/random_history.hpp"
#include "checker/tests/random_operations.hpp"

namespace checker::tests {
namespace {

/// How many histories of one specification were judged, and how.
struct Tally {
  std::uint64_t legal = 0;
  std::uint64_t illegal = 0;
  std::string disagreement;  ///< The first one; empty if there is none.
};

template <class Spec>
std::string judge(Spec const& spec, std::uint64_t seed, Tally& tally) {
  Dice dice{seed};
  Shape const shape{.operations = static_cast<std::size_t>(3 + dice.below(5)),
                    .clients = 2 + dice.below(4),
                    .unknown_one_in = 2 + dice.below(6),
                    .failed_one_in = 12};
  auto history = legal_history(spec, shape, dice, pick_operation<Spec>);
  auto const perturbations = dice.below(3);
  for (auto i = perturbations; i > 0; --i) perturb(history, spec, dice, pick_operation<Spec>);

  bool const legal = BruteForce<Spec>{spec, history}.legal();
  ++(legal ? tally.legal : tally.illegal);
  if (perturbations == 0 && !legal) return "a history that is legal by construction";
  auto const verdict = check_linearizable(spec, history);
  if (std::holds_alternative<Linearizable>(verdict) != legal) return "the search";
  if (auto const* yes = std::get_if<Linearizable>(&verdict)) {
    if (!explains(yes->witness, spec, history)) return "the witness";
  }
  if constexpr (TellsFootprint<Spec>) {
    auto const by_parts = check_partitioned(spec, history);
    if (std::holds_alternative<Linearizable>(by_parts) != legal) return "the partition";
    if (auto const* yes = std::get_if<Linearizable>(&by_parts)) {
      if (!explains(yes->witness, spec, history)) return "the merged witness";
    }
  }
  return {};
}

template <class Spec>
Tally judge_many(Spec const& spec, std::uint64_t histories) {
  constexpr std::size_t kBlocks = 16;
  std::array<Tally, kBlocks> tallies;
  for_each_index(kBlocks, std::thread::hardware_concurrency(), [&](std::size_t block) {
    auto& tally = tallies[block];
    for (auto seed = block; seed < histories && tally.disagreement.empty(); seed += kBlocks) {
      auto const who = judge(spec, seed, tally);
      if (!who.empty()) tally.disagreement = who + " disagrees, seed " + std::to_string(seed);
    }
  });
  Tally sum;
  for (auto const& tally : tallies) {
    sum.legal += tally.legal;
    sum.illegal += tally.illegal;
    if (sum.disagreement.empty()) sum.disagreement = tally.disagreement;
  }
  return sum;
}

template <class Spec>
void expect_agreement(Spec const& spec, std::uint64_t histories) {
  auto const tally = judge_many(spec, histories);
  EXPECT_EQ(tally.disagreement, "");
  EXPECT_EQ(tally.legal + tally.illegal, histories);
  // Both kinds must be common, or agreement would mean little.
  EXPECT_GT(tally.legal, histories / 20);
  EXPECT_GT(tally.illegal, histories / 20);
}

TEST(Agreement, search_and_brute_force_agree_on_registers) {
  expect_agreement(specs::Register<>{}, 300'000);
}
TEST(Agreement, search_and_brute_force_agree_on_key_values) {
  expect_agreement(specs::KeyValue{}, 150'000);
}
TEST(Agreement, search_and_brute_force_agree_on_sets) { expect_agreement(specs::Set<>{}, 150'000); }
TEST(Agreement, search_and_brute_force_agree_on_queues) {
  expect_agreement(specs::Queue<>{}, 150'000);
}
TEST(Agreement, search_and_brute_force_agree_on_counters) {
  expect_agreement(specs::Counter{}, 100'000);
}
TEST(Agreement, search_and_brute_force_agree_on_relation_pairs) {
  expect_agreement(specs::RelationPair{.is_private = {false, true}}, 75'000);
}
TEST(Agreement, search_and_brute_force_agree_on_relation_graphs) {
  expect_agreement(specs::RelationGraph{.private_at_start = {2}, .privacy_changes = {2}}, 75'000);
}

}  // namespace
}  // namespace checker::tests
