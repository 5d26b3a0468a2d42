#include "checker/counterexample.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "checker/linearizability.hpp"
#include "checker/tests/brute_force.hpp"
#include "checker/tests/random_history.hpp"
#include "checker/tests/random_operations.hpp"

namespace checker::tests {
namespace {

template <class Spec>
using HistoryOf = History<typename Spec::Operation, typename Spec::Outcome>;

/// Forgets all answers but those of `kept`; reads without an answer are gone.
template <class Spec>
HistoryOf<Spec> only(Spec const& spec, HistoryOf<Spec> const& history,
                     std::vector<OperationId> const& kept) {
  HistoryOf<Spec> rest;
  for (OperationId id = 0; id < history.size(); ++id) {
    auto invocation = history[id];
    if (std::find(kept.begin(), kept.end(), id) == kept.end()) {
      if (std::holds_alternative<NeverHappened>(invocation.completion)) continue;
      if (spec.keeps_state(invocation.operation)) continue;
      invocation.completion = Indeterminate{};
      invocation.responded_at.reset();
    }
    rest.push_back(invocation);
  }
  return rest;
}

template <class Spec>
bool legal(Spec const& spec, HistoryOf<Spec> const& history) {
  return BruteForce<Spec>{spec, history}.legal();
}

/// The first illegal connected component of an illegal history.
template <class Spec>
std::vector<OperationId> illegal_part(Spec const& spec, HistoryOf<Spec> const& history) {
  std::vector<OperationId> ids(history.size());
  std::iota(ids.begin(), ids.end(), OperationId{0});
  if constexpr (TellsFootprint<Spec>) {
    auto const footprint = [&](auto const& operation) { return spec.footprint(operation); };
    for (auto const& part : partition(history, ids, footprint)) {
      auto const verdict = check_component(spec, history, part, Budget{});
      if (std::holds_alternative<NotLinearizable>(verdict)) return part;
    }
  }
  return ids;
}

/// Every counterexample of many random illegal histories is illegal, and no answer in it can go.
template <class Spec>
void expect_minimal(Spec const& spec, std::uint64_t histories) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < histories; ++seed) {
    Dice dice{seed};
    auto history = legal_history(spec, Shape{.operations = 6}, dice, pick_operation<Spec>);
    perturb(history, spec, dice, pick_operation<Spec>);
    if (legal(spec, history)) continue;
    ++found;
    auto const ids = illegal_part(spec, history);
    auto const answer = find_counterexample(spec, history, ids, Budget{});
    ASSERT_TRUE(answer.minimal);
    ASSERT_FALSE(legal(spec, only(spec, history, answer.operations))) << "seed " << seed;
    for (auto const id : answer.operations) {
      auto fewer = answer.operations;
      std::erase(fewer, id);
      ASSERT_TRUE(legal(spec, only(spec, history, fewer))) << "seed " << seed;
    }
  }
  EXPECT_GT(found, histories / 20);
}

TEST(Counterexample, no_answer_of_a_register_counterexample_can_be_forgotten) {
  expect_minimal(specs::Register<>{}, 4'000);
}
TEST(Counterexample, no_answer_of_a_queue_counterexample_can_be_forgotten) {
  expect_minimal(specs::Queue<>{}, 4'000);
}
TEST(Counterexample, no_answer_of_a_relation_counterexample_can_be_forgotten) {
  expect_minimal(specs::RelationPair{}, 4'000);
}

TEST(Counterexample, no_answer_of_a_key_value_counterexample_can_be_forgotten) {
  expect_minimal(specs::KeyValue{}, 8'000);
}

TEST(Counterexample, a_value_written_once_cannot_come_back) {
  using R = specs::Register<>;
  HistoryOf<R> const history{
      {0, R::Write{1}, 0, 1, Returned<R::Outcome>{R::Done{}}},
      {1, R::Read{}, 2, 3, Returned<R::Outcome>{R::Found{1}}},
      {0, R::Write{2}, 4, 5, Returned<R::Outcome>{R::Done{}}},
      {1, R::Read{}, 6, 7, Returned<R::Outcome>{R::Found{2}}},
      {2, R::Read{}, 8, 9, Returned<R::Outcome>{R::Found{1}}},
  };
  auto const answer = find_counterexample(R{}, history, {0, 1, 2, 3, 4}, Budget{});
  // The three reads: each value was written once, so 1, 2, 1 cannot be. The first two alone can,
  // and so can the last two, since a write whose answer is forgotten may have come late.
  EXPECT_EQ(answer.operations, (std::vector<OperationId>{1, 3, 4}));
  EXPECT_TRUE(answer.minimal);
}

}  // namespace
}  // namespace checker::tests
