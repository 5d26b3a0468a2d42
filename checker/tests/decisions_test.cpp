#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <string>

#include "checker/linearizability.hpp"
#include "checker/specs/counter.hpp"
#include "checker/specs/queue.hpp"
#include "checker/specs/register.hpp"
#include "checker/specs/set.hpp"
#include "checker/tests/brute_force.hpp"
#include "checker/tests/random_history.hpp"

/// Decisions that need no search, held against the search and against the definition.
namespace checker::tests {
namespace {

using Queue = specs::Queue<>;
using Register = specs::Register<>;
using specs::Counter;

template <class Spec>
using HistoryOf = History<typename Spec::Operation, typename Spec::Outcome>;

/// How histories of one kind are made: the operations, and how an answer is spoilt.
template <class Spec>
struct Kind {
  std::function<typename Spec::Operation(Dice&)> pick;
  std::function<void(HistoryOf<Spec>&, Dice&)> spoil;
};

template <class Spec>
auto& any_of(HistoryOf<Spec>& history, Dice& dice) {
  return history[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(history.size())))];
}

/// Two operations exchange their answers, if both have one of the same kind.
template <class Spec>
void swap_answers(HistoryOf<Spec>& history, Dice& dice) {
  auto& one = any_of<Spec>(history, dice);
  auto& other = any_of<Spec>(history, dice);
  if (!one.responded_at || !other.responded_at) return;
  if (one.operation.index() != other.operation.index()) return;
  if (one.completion.index() == other.completion.index())
    std::swap(one.completion, other.completion);
}

/// An operation gives another answer.
template <class Spec>
void answer(typename HistoryOf<Spec>::value_type& victim, typename Spec::Outcome outcome) {
  if (!std::holds_alternative<Returned<typename Spec::Outcome>>(victim.completion)) return;
  victim.completion = Returned<typename Spec::Outcome>{std::move(outcome)};
}

/// An operation was called and answered at another time.
template <class Spec>
void move_in_time(HistoryOf<Spec>& history, Dice& dice) {
  auto& victim = any_of<Spec>(history, dice);
  auto const by = dice.below(13) - 6;
  victim.invoked_at += by;
  if (victim.responded_at) *victim.responded_at += by;
}

struct Tally {
  std::uint64_t legal = 0;
  std::uint64_t illegal = 0;
  std::uint64_t left_to_search = 0;
  std::uint64_t too_much_for_search = 0;
};

/// What is wrong with the decision on one history; empty if nothing is.
template <class Spec>
std::string judge(Spec const& spec, HistoryOf<Spec> const& history, Tally& tally) {
  std::vector<OperationId> ids(history.size());
  std::iota(ids.begin(), ids.end(), OperationId{0});
  auto problem = linearizability::pose(spec, history, ids, [](OperationId) { return true; });
  auto const decision = spec.decide(problem.spans, problem.entries);
  if (!decision) {
    ++tally.left_to_search;
    return {};
  }
  ++(decision->legal ? tally.legal : tally.illegal);
  auto const names = linearizability::named(decision->order, problem.ids);
  if (decision->legal && !explains(names, spec, history)) return "no witness";
  if (history.size() <= 7 && BruteForce<Spec>{spec, history}.legal() != decision->legal) {
    return "not the definition";
  }
  auto const searched =
      linearizability::search(spec, std::move(problem), Budget{.configurations = 5'000});
  if (searched.kind == SearchResult::Kind::undecided) {
    ++tally.too_much_for_search;
    return {};
  }
  bool const legal = searched.kind == SearchResult::Kind::legal;
  return legal == decision->legal ? "" : "not the search";
}

template <class Spec>
Tally judge_many(Spec const& spec, std::uint64_t histories, std::int64_t largest,
                 std::function<Kind<Spec>(std::int64_t&)> const& kind_of) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < histories; ++seed) {
    Dice dice{seed};
    std::int64_t next = 0;
    auto const kind = kind_of(next);
    Shape const shape{.operations = static_cast<std::size_t>(3 + dice.below(largest - 2)),
                      .clients = 2 + dice.below(4),
                      .unknown_one_in = 3 + dice.below(20)};
    auto history = legal_history(spec, shape, dice, kind.pick);
    for (auto i = dice.below(3); i > 0; --i) {
      switch (dice.below(3)) {
        case 0:
          swap_answers<Spec>(history, dice);
          break;
        case 1:
          move_in_time<Spec>(history, dice);
          break;
        default:
          kind.spoil(history, dice);
      }
    }
    auto const wrong = judge(spec, history, tally);
    if (!wrong.empty()) {
      ADD_FAILURE() << wrong << ", seed " << seed;
      return tally;
    }
  }
  // Both verdicts must be common, or agreement would mean little.
  EXPECT_GT(tally.legal, histories / 20);
  EXPECT_GT(tally.illegal, histories / 20);
  EXPECT_LT(tally.too_much_for_search, histories / 50);
  return tally;
}

Kind<Register> register_kind(std::int64_t& next) {
  return {[&](Dice& dice) -> Register::Operation {
            if (dice.one_in(2)) return Register::Read{};
            return Register::Write{++next};
          },
          [&](HistoryOf<Register>& history, Dice& dice) {
            auto& victim = any_of<Register>(history, dice);
            if (!std::holds_alternative<Register::Read>(victim.operation)) return;
            answer<Register>(victim, Register::Found{dice.below(next + 2)});
          }};
}

TEST(Decisions, on_registers_written_once_each_are_those_of_the_search) {
  auto const tally = judge_many<Register>({.start = 0}, 100'000, 12, register_kind);
  EXPECT_EQ(tally.left_to_search, 0U);
}

Kind<Queue> queue_kind(std::int64_t& next, std::int64_t enqueue_one_in) {
  return {[&, enqueue_one_in](Dice& dice) -> Queue::Operation {
            if (!dice.one_in(enqueue_one_in)) return Queue::Dequeue{};
            return Queue::Enqueue{++next};
          },
          [&](HistoryOf<Queue>& history, Dice& dice) {
            auto& victim = any_of<Queue>(history, dice);
            if (!std::holds_alternative<Queue::Dequeue>(victim.operation)) return;
            auto const value = 1 + dice.below(next + 1);
            answer<Queue>(victim, dice.one_in(4) ? Queue::Taken{} : Queue::Taken{value});
          }};
}

TEST(Decisions, on_queues_are_those_of_the_search) {
  auto const tally =
      judge_many<Queue>({}, 150'000, 10, [](std::int64_t& next) { return queue_kind(next, 2); });
  EXPECT_LT(tally.left_to_search, 60'000U);
}

TEST(Decisions, on_queues_that_are_often_empty_are_those_of_the_search) {
  judge_many<Queue>({}, 100'000, 14, [](std::int64_t& next) { return queue_kind(next, 3); });
}

TEST(Decisions, on_long_queues_are_those_of_the_search) {
  judge_many<Queue>({}, 3'000, 30, [](std::int64_t& next) { return queue_kind(next, 2); });
}

/// Values that are put in again are left to the search, unless nothing can come of it.
TEST(Decisions, on_queues_are_left_to_the_search_if_values_repeat) {
  auto const tally = judge_many<Queue>({}, 20'000, 7, [](std::int64_t& next) {
    auto kind = queue_kind(next, 2);
    kind.pick = [](Dice& dice) -> Queue::Operation {
      if (dice.one_in(2)) return Queue::Dequeue{};
      return Queue::Enqueue{1 + dice.below(8)};
    };
    next = 8;
    return kind;
  });
  EXPECT_GT(tally.left_to_search, 2'000U);
}

/// Additions of `amount`, or of 1 to 3 if that is zero; one in `blind_one_in` tells no total.
Kind<Counter> counter_kind(std::int64_t amount, std::int64_t blind_one_in) {
  return {[=](Dice& dice) -> Counter::Operation {
            if (dice.one_in(3)) return Counter::Read{};
            auto const by = amount != 0 ? amount : 1 + dice.below(3);
            if (blind_one_in > 0 && dice.one_in(blind_one_in)) return Counter::Add{by};
            return Counter::AddAndGet{by};
          },
          [=](HistoryOf<Counter>& history, Dice& dice) {
            auto& victim = any_of<Counter>(history, dice);
            if (std::holds_alternative<Counter::Add>(victim.operation)) return;
            auto const unit = amount != 0 ? amount : 1;
            answer<Counter>(victim, Counter::Total{unit * (dice.below(9) - 1)});
          }};
}

TEST(Decisions, on_counters_of_equal_amounts_are_those_of_the_search) {
  for (auto const blind_one_in : {1, 2, 5}) {
    for (auto const amount : {1, 3, -2}) {
      auto const tally = judge_many<Counter>(
          {}, 30'000, 12, [&](std::int64_t&) { return counter_kind(amount, blind_one_in); });
      EXPECT_EQ(tally.left_to_search, 0U);
    }
  }
}

TEST(Decisions, on_long_counters_are_those_of_the_search) {
  judge_many<Counter>({}, 5'000, 40, [](std::int64_t&) { return counter_kind(1, 2); });
}

TEST(Decisions, on_counters_that_tell_every_total_are_those_of_the_search) {
  auto const tally =
      judge_many<Counter>({}, 100'000, 12, [](std::int64_t&) { return counter_kind(0, 0); });
  EXPECT_LT(tally.left_to_search, 60'000U);
}

TEST(Decisions, on_counters_of_mixed_amounts_are_left_to_the_search) {
  Tally tally;
  Counter::Operation const up = Counter::Add{2};
  Counter::Operation const down = Counter::Add{-1};
  HistoryOf<Counter> const history{
      {0, up, 0, 1, Returned<Counter::Outcome>{Counter::Done{}}},
      {0, down, 2, 3, Returned<Counter::Outcome>{Counter::Done{}}},
      {0, Counter::Read{}, 4, 5, Returned<Counter::Outcome>{Counter::Total{1}}}};
  EXPECT_EQ(judge(Counter{}, history, tally), "");
  EXPECT_EQ(tally.left_to_search, 1U);
  EXPECT_TRUE(std::holds_alternative<Linearizable>(check_linearizable(Counter{}, history)));
}

/// Much is open at a time, so that a search would not end within this budget.
template <class Spec>
void expect_decided_at_once(Kind<Spec> const& kind) {
  Dice dice{1};
  Shape const shape{.operations = 100'000, .clients = 50, .unknown_one_in = 100'000};
  auto const history = legal_history(Spec{}, shape, dice, kind.pick);
  auto const verdict = check_linearizable(Spec{}, history, Budget{.configurations = 10});
  auto const* legal = std::get_if<Linearizable>(&verdict);
  ASSERT_NE(legal, nullptr);
  EXPECT_TRUE(explains(legal->witness, Spec{}, history));
}

TEST(Decisions, are_made_by_default_on_long_queues) {
  std::int64_t next = 0;
  expect_decided_at_once<Queue>(queue_kind(next, 2));
}
TEST(Decisions, are_made_by_default_on_long_counters) {
  expect_decided_at_once<Counter>(counter_kind(1, 2));
}

/// Sets need none: each value is a component of its own.
TEST(Decisions, on_sets_take_hardly_more_configurations_than_operations) {
  using Set = specs::Set<>;
  Dice dice{1};
  auto const pick = [](Dice& d) -> Set::Operation {
    auto const value = d.below(20'000);
    if (d.one_in(3)) return Set::Contains{value};
    if (d.one_in(2)) return Set::Remove{value};
    return Set::Add{value};
  };
  Shape const shape{.operations = 100'000, .clients = 50};
  auto const history = legal_history(Set{}, shape, dice, pick);
  auto const verdict = check_linearizable(Set{}, history, Budget{.configurations = 100});
  auto const* legal = std::get_if<Linearizable>(&verdict);
  ASSERT_NE(legal, nullptr);
  EXPECT_TRUE(explains(legal->witness, Set{}, history));
}

}  // namespace
}  // namespace checker::tests
