#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "checker/linearizability.hpp"
#include "checker/parallel.hpp"
#include "checker/tests/random_history.hpp"
#include "checker/tests/random_operations.hpp"
#include "checker/tests/streamed_events.hpp"

namespace checker::tests {
namespace {

using streaming::Standing;
using streaming::Stream;

struct Tally {
  std::uint64_t legal = 0;
  std::uint64_t illegal = 0;
  std::uint64_t undecided = 0;
  std::string disagreement;  ///< The first one; empty if there is none.
};

/// A graph as it is known while it grows: nobody knows whose privacy will change.
template <class Spec>
Spec as_streamed(Spec spec) {
  if constexpr (std::is_same_v<Spec, specs::RelationGraph>) spec.privacy_changes.clear();
  return spec;
}

template <class Spec>
bool batch_says_legal(Spec const& spec,
                      History<typename Spec::Operation, typename Spec::Outcome> const& history) {
  return std::holds_alternative<Linearizable>(check_linearizable(spec, history));
}

template <class Spec>
std::string judge(Spec const& spec, std::uint64_t seed, Shape const& largest, Tally& tally) {
  Dice dice{seed};
  auto const most = static_cast<std::int64_t>(largest.operations);
  Shape const shape{.operations = static_cast<std::size_t>(most / 2 + dice.below(most / 2 + 1)),
                    .clients = 2 + dice.below(largest.clients - 1),
                    .unknown_one_in = largest.unknown_one_in + dice.below(6),
                    .failed_one_in = largest.failed_one_in};
  auto history = legal_history(spec, shape, dice, pick_operation<Spec>);
  for (auto i = dice.below(3); i > 0; --i) perturb(history, spec, dice, pick_operation<Spec>);

  Stream<Spec> stream{as_streamed(spec), {.configurations = 200'000}};
  auto const stopped = feed(stream, history, [] {});
  if (stopped && stopped->standing == Standing::undecided) {
    ++tally.undecided;
    return {};
  }
  ++(stopped ? tally.illegal : tally.legal);
  if (!stopped) return batch_says_legal(spec, history) ? "" : "the stream missed it";
  auto const events = events_of(history);
  if (!batch_says_legal(spec, prefix_of(history, events, stopped->event))) return "told too late";
  if (batch_says_legal(spec, prefix_of(history, events, stopped->event + 1))) return "a legal one";
  return {};
}

template <class Spec>
void expect_agreement(Spec const& spec, std::uint64_t histories, Shape const& largest) {
  constexpr std::size_t kBlocks = 16;
  std::vector<Tally> tallies(kBlocks);
  for_each_index(kBlocks, std::thread::hardware_concurrency(), [&](std::size_t block) {
    auto& tally = tallies[block];
    for (auto seed = block; seed < histories && tally.disagreement.empty(); seed += kBlocks) {
      auto const who = judge(spec, seed, largest, tally);
      if (!who.empty()) tally.disagreement = who + ", seed " + std::to_string(seed);
    }
  });
  Tally sum;
  for (auto const& tally : tallies) {
    EXPECT_EQ(tally.disagreement, "");
    sum.legal += tally.legal;
    sum.illegal += tally.illegal;
    sum.undecided += tally.undecided;
  }
  EXPECT_LE(sum.undecided, histories / 100);
  // Both kinds must be common, or agreement would mean little.
  EXPECT_GT(sum.legal, histories / 20);
  EXPECT_GT(sum.illegal, histories / 20);
}

constexpr Shape kShort{.operations = 8, .clients = 4, .unknown_one_in = 2, .failed_one_in = 8};
constexpr Shape kLong{.operations = 80, .clients = 4, .unknown_one_in = 15, .failed_one_in = 12};

template <class Spec>
void expect_agreement(Spec const& spec, Shape const& longest = kLong) {
  expect_agreement(spec, 20'000, kShort);
  expect_agreement(spec, 1'000, longest);
}

TEST(Streaming, registers_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::Register<>{});
}
TEST(Streaming, key_values_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::KeyValue{});
}
TEST(Streaming, sets_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::Set<>{});
}
TEST(Streaming, queues_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::Queue<>{}, {.operations = 40, .clients = 4, .unknown_one_in = 15});
}
TEST(Streaming, counters_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::Counter{});
}
TEST(Streaming, relation_pairs_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::RelationPair{.is_private = {false, true}});
}
TEST(Streaming, relation_graphs_are_judged_as_a_whole_history_is_event_by_event) {
  expect_agreement(specs::RelationGraph{.private_at_start = {2}, .privacy_changes = {2}});
}

/// What is remembered at most during the first and the second half of a long legal history.
template <class Spec>
std::pair<std::size_t, std::size_t> peaks(Spec const& spec, std::size_t operations) {
  Dice dice{1};
  Shape const shape{.operations = operations,
                    .clients = 5,
                    .unknown_one_in = static_cast<std::int64_t>(operations) * 9,
                    .failed_one_in = 100};
  auto const history = legal_history(spec, shape, dice, pick_operation<Spec>);
  Stream<Spec> stream{as_streamed(spec)};
  std::pair<std::size_t, std::size_t> peak;
  std::size_t events = 0;
  auto const stopped = feed(stream, history, [&] {
    auto& half = events++ < operations ? peak.first : peak.second;
    half = std::max(half, stream.remembered());
  });
  EXPECT_FALSE(stopped.has_value());
  return peak;
}

template <class Spec>
void expect_flat(Spec const& spec, std::size_t operations = 20'000) {
  auto const [first, second] = peaks(spec, operations);
  EXPECT_LE(second, 2 * first);
  EXPECT_LE(second, operations / 10);
}

TEST(Streaming, a_long_legal_history_is_forgotten_as_it_goes) {
  expect_flat(specs::Register<>{});
  expect_flat(specs::Set<>{});
  expect_flat(specs::Counter{});
  expect_flat(specs::RelationPair{.is_private = {false, true}});
  expect_flat(specs::RelationGraph{.private_at_start = {2}, .privacy_changes = {2}});
}

/// Clients that always have a call open, which takes effect some time before it answers.
class BusyClients {
 public:
  using R = specs::Register<>;

  explicit BusyClients(std::size_t clients) : clients_(clients) {
    for (auto& client : clients_) call(client);
  }
  /// Lets someone answer, and call again.
  [[nodiscard]] Standing go_on() {
    for (;;) {
      auto& client = clients_[static_cast<std::size_t>(
          dice_.below(static_cast<std::int64_t>(clients_.size())))];
      if (!client.answer) {
        auto [after, outcome] = R{}.step(state_, client.operation);
        state_ = after;
        client.answer = outcome;
        if (dice_.one_in(2)) continue;
      }
      auto const standing = stream_.answer(client.ticket, *client.answer);
      call(client);
      return standing;
    }
  }
  [[nodiscard]] std::size_t remembered() const { return stream_.remembered(); }

 private:
  struct Client {
    R::Operation operation;
    std::optional<R::Outcome> answer;
    Stream<R>::Ticket ticket{};
  };
  void call(Client& client) {
    client.operation = R::Read{};
    if (dice_.one_in(2)) client.operation = R::Write{dice_.below(50)};
    client.answer.reset();
    client.ticket = stream_.call(0, client.operation);
  }

  Dice dice_{1};
  Stream<R> stream_{R{}};
  R::State state_ = R{}.initial();
  std::vector<Client> clients_;
};

TEST(Streaming, clients_that_are_always_busy_are_forgotten_as_they_go) {
  BusyClients clients{10};
  std::size_t most = 0;
  for (int i = 0; i < 4'000; ++i) {
    ASSERT_EQ(clients.go_on(), Standing::legal) << i;
    most = std::max(most, clients.remembered());
  }
  EXPECT_LE(most, 1'000U);
}

/// An operation that stays open need not remember all that happened meanwhile.
TEST(Streaming, a_read_that_never_ends_does_not_keep_what_happened_meanwhile) {
  using R = specs::Register<>;
  Stream<R> stream{R{}};
  auto const hung = stream.call(0, R::Read{});
  std::size_t most = 0;
  for (std::int64_t i = 0; i < 5'000; ++i) {
    auto const write = stream.call(0, R::Write{i});
    ASSERT_EQ(stream.answer(write, R::Done{}), Standing::legal);
    most = std::max(most, stream.remembered());
  }
  EXPECT_LE(most, 100U);
  // More had become possible than is remembered, so that the answer is not judged.
  EXPECT_EQ(stream.undecided(), 0U);
  EXPECT_EQ(stream.answer(hung, R::Found{-1}), Standing::legal);
  EXPECT_EQ(stream.undecided(), 1U);
}

TEST(Streaming, a_read_that_was_open_for_long_is_judged) {
  using R = specs::Register<>;
  for (std::int64_t const found : {-1, 0, 20, 499}) {
    Stream<R> stream{R{}};
    auto const read = stream.call(0, R::Read{});
    for (std::int64_t i = 0; i < 500; ++i) {
      auto const write = stream.call(0, R::Write{i});
      ASSERT_EQ(stream.answer(write, R::Done{}), Standing::legal);
    }
    auto const expected = found < 0 ? Standing::illegal : Standing::legal;
    EXPECT_EQ(stream.answer(read, R::Found{found}), expected) << found;
  }
}

TEST(Streaming, what_might_have_been_answered_is_told) {
  using R = specs::Register<>;
  Stream<R> stream{R{.start = 0}};
  static_cast<void>(stream.call(0, R::Write{1}));
  static_cast<void>(stream.lose(stream.call(0, R::CompareAndSet{1, 2})));
  auto const read = stream.call(0, R::Read{});
  EXPECT_EQ(stream.answer(read, R::Found{3}), Standing::illegal);
  std::vector<R::Outcome> const expected{R::Found{0}, R::Found{1}, R::Found{2}};
  EXPECT_EQ(stream.possible_answers(), expected);
}

TEST(Streaming, an_effect_that_was_seen_cannot_turn_out_never_to_have_happened) {
  using R = specs::Register<>;
  Stream<R> stream{R{}};
  auto const write = stream.call(0, R::Write{1});
  EXPECT_EQ(stream.answer(stream.call(0, R::Read{}), R::Found{1}), Standing::legal);
  EXPECT_EQ(stream.never_happened(write), Standing::illegal);
}

TEST(Streaming, a_component_whose_budget_is_spent_is_not_judged_any_more) {
  using Q = specs::Queue<>;
  Stream<Q> stream{Q{}, {.configurations = 50}};
  std::vector<Stream<Q>::Ticket> enqueues;
  for (std::int64_t i = 0; i < 12; ++i) enqueues.push_back(stream.call(0, Q::Enqueue{i}));
  auto standing = Standing::legal;
  for (auto const ticket : enqueues) standing = stream.answer(ticket, Q::Done{});
  standing = stream.answer(stream.call(0, Q::Dequeue{}), Q::Taken{99});
  EXPECT_EQ(standing, Standing::undecided);
  EXPECT_EQ(stream.undecided(), 1U);
  EXPECT_EQ(stream.answer(stream.call(0, Q::Dequeue{}), Q::Taken{99}), Standing::undecided);
  EXPECT_EQ(stream.answer(stream.call(1, Q::Dequeue{}), Q::Taken{99}), Standing::illegal);
}

TEST(Streaming, keys_that_are_as_at_the_beginning_are_forgotten) {
  using S = specs::Set<>;
  Stream<S> stream{S{}};
  for (std::int64_t i = 0; i < 1'000; ++i) {
    ASSERT_EQ(stream.answer(stream.call(0, S::Add{i}), {false}), Standing::legal);
    EXPECT_EQ(stream.components(), 1U);
    ASSERT_EQ(stream.answer(stream.call(0, S::Remove{i}), {true}), Standing::legal);
    EXPECT_EQ(stream.components(), 0U);
  }
}

}  // namespace
}  // namespace checker::tests
