#include "checker/precedence_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace checker {
namespace {

Precedence by_seq(OperationId before, OperationId after) {
  return {before, after,
          SeqOrder{static_cast<std::int64_t>(before), static_cast<std::int64_t>(after)}};
}

std::string letter(OperationId id) { return "operation " + std::to_string(id); }

TEST(precedence_graph, an_empty_graph_has_no_cycle) {
  EXPECT_FALSE(PrecedenceGraph{0}.find_shortest_cycle());
  EXPECT_FALSE(PrecedenceGraph{3}.find_shortest_cycle());
}

TEST(precedence_graph, a_chain_has_no_cycle) {
  PrecedenceGraph graph{4};
  graph.add(by_seq(0, 1));
  graph.add(by_seq(1, 2));
  graph.add(by_seq(0, 3));
  EXPECT_FALSE(graph.find_shortest_cycle());
}

TEST(precedence_graph, an_operation_before_itself_is_a_cycle_of_one) {
  PrecedenceGraph graph{2};
  graph.add(by_seq(0, 1));
  graph.add(by_seq(1, 1));
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(*cycle, Cycle{by_seq(1, 1)});
}

TEST(precedence_graph, the_shortest_of_two_cycles_is_found) {
  PrecedenceGraph graph{6};
  for (OperationId i = 0; i < 4; ++i) graph.add(by_seq(i, (i + 1) % 4));
  graph.add(by_seq(4, 5));
  graph.add(by_seq(5, 4));
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(*cycle, (Cycle{by_seq(4, 5), by_seq(5, 4)}));
}

TEST(precedence_graph, real_time_closes_a_cycle_and_comes_last) {
  PrecedenceGraph graph{{{0, 10}, {20, 30}}};
  graph.add(by_seq(1, 0));
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(*cycle, (Cycle{by_seq(1, 0), {0, 1, RealTime{10, 20}}}));
}

TEST(precedence_graph, a_return_and_a_call_at_one_tick_are_concurrent) {
  PrecedenceGraph graph{{{0, 20}, {20, 30}}};
  graph.add(by_seq(1, 0));
  EXPECT_FALSE(graph.find_shortest_cycle());
}

TEST(precedence_graph, an_operation_that_never_returned_is_before_nothing_in_real_time) {
  PrecedenceGraph graph{{{0, std::nullopt}, {20, 30}}};
  graph.add(by_seq(1, 0));
  EXPECT_FALSE(graph.find_shortest_cycle());
}

TEST(precedence_graph, a_cycle_with_real_time_may_be_shorter_than_one_of_edges) {
  PrecedenceGraph graph{{{0, 100}, {0, 10}, {20, 100}, {0, 100}}};
  for (OperationId i = 0; i < 4; ++i) graph.add(by_seq(3 - i, (6 - i) % 4));  // 3→2→1→0→3
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(*cycle, (Cycle{by_seq(2, 1), {1, 2, RealTime{10, 20}}}));
}

TEST(precedence_graph, commits_as_the_clock_contradict_distant_seqs_in_two_steps) {
  std::vector<Lifetime> commits;
  for (Tick const step : {50, 10, 20, 30, 40}) commits.push_back({step, step});
  PrecedenceGraph graph{commits, Clock::commits};
  for (OperationId i = 0; i < 4; ++i) graph.add(by_seq(i, i + 1));
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(*cycle, (Cycle{by_seq(0, 1), {1, 0, CommitOrder{10, 50}}}));
}

TEST(precedence_graph, sequence_order_against_commit_order_is_told_in_words) {
  PrecedenceGraph graph{3};
  graph.add({0, 1, SeqOrder{7, 8}});
  graph.add({1, 2, CommitOrder{14, 19}});
  graph.add({2, 0, CommitOrder{19, 23}});
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(explain_cycle(*cycle, letter),
            "Let:\n"
            "  A = operation 0\n"
            "  B = operation 1\n"
            "  C = operation 2\n"
            "Then:\n"
            "  - A comes before B, because A has seq 7 and B has seq 8.\n"
            "  - B comes before C, because B committed at step 14 and C at step 19.\n"
            "  - However, C comes before A, because C committed at step 19 and A at step 23: a "
            "contradiction.\n");
}

TEST(precedence_graph, every_reason_has_words) {
  Cycle const cycle{
      {0, 1, ReadsFrom{"'x'"}}, {1, 2, VersionOrder{"pair (1, 2)", 3, 4}}, {2, 0, RealTime{5, 9}}};
  EXPECT_EQ(explain_cycle(cycle, letter),
            "Let:\n"
            "  A = operation 0\n"
            "  B = operation 1\n"
            "  C = operation 2\n"
            "Then:\n"
            "  - A comes before B, because B read 'x', which A wrote.\n"
            "  - B comes before C, because B is at version 3 of pair (1, 2) and C at version 4.\n"
            "  - However, C comes before A, because C had returned (at 5) before A was called (at "
            "9): a contradiction.\n");
}

/// The length of a shortest cycle by trying all paths over all edges, real time ones drawn in full.
std::optional<std::size_t> shortest_by_matrix(std::vector<Lifetime> const& lifetimes,
                                              std::vector<Precedence> const& added) {
  std::size_t const n = lifetimes.size();
  constexpr std::size_t kFar = 1000;
  std::vector<std::vector<std::size_t>> far(n, std::vector<std::size_t>(n, kFar));
  for (auto const& precedence : added) far[precedence.before][precedence.after] = 1;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      if (lifetimes[a].returned && *lifetimes[a].returned < lifetimes[b].called) far[a][b] = 1;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        far[a][b] = std::min(far[a][b], far[a][k] + far[k][b]);
      }
    }
  }
  std::size_t best = kFar;
  for (std::size_t a = 0; a < n; ++a) best = std::min(best, far[a][a]);
  return best == kFar ? std::nullopt : std::optional{best};
}

void expect_sound(Cycle const& cycle, std::vector<Lifetime> const& lifetimes,
                  std::vector<Precedence> const& added) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto const& step = cycle[i];
    EXPECT_EQ(step.after, cycle[(i + 1) % cycle.size()].before);
    if (auto const* time = std::get_if<RealTime>(&step.reason)) {
      EXPECT_EQ(i + 1, cycle.size());
      EXPECT_EQ(time->returned, lifetimes[step.before].returned);
      EXPECT_EQ(time->called, lifetimes[step.after].called);
      EXPECT_LT(time->returned, time->called);
    } else {
      EXPECT_NE(std::find(added.begin(), added.end(), step), added.end());
    }
  }
}

TEST(precedence_graph, agrees_with_the_graph_of_all_edges_on_20000_random_graphs) {
  std::mt19937 random{20'26};
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::map<std::size_t, int> lengths;
  for (int round = 0; round < 20'000; ++round) {
    std::size_t const n = 1 + below(9);
    std::size_t const longest = round % 2 == 0 ? 20 : 200;  // Long ones overlap: longer cycles.
    std::vector<Lifetime> lifetimes;
    for (std::size_t i = 0; i < n; ++i) {
      auto const called = static_cast<Tick>(below(30));
      lifetimes.push_back({called, called + static_cast<Tick>(below(longest))});
      if (below(8) == 0) lifetimes.back().returned.reset();
    }
    std::vector<Precedence> added;
    PrecedenceGraph graph{lifetimes};
    for (std::size_t e = below(n + 3); e > 0; --e) {
      added.push_back(by_seq(below(n), below(n)));
      graph.add(added.back());
    }
    auto const cycle = graph.find_shortest_cycle();
    auto const expected = shortest_by_matrix(lifetimes, added);
    ASSERT_EQ(cycle ? std::optional{cycle->size()} : std::nullopt, expected) << "round " << round;
    if (cycle) expect_sound(*cycle, lifetimes, added);
    ++lengths[cycle ? cycle->size() : 0];
  }
  for (std::size_t length : {0, 1, 2, 3, 4, 5}) EXPECT_GT(lengths[length], 5) << length;
}

TEST(precedence_graph, a_million_operations_in_order_need_no_quadratic_time) {
  constexpr OperationId kCount = 1'000'000;
  std::vector<Lifetime> lifetimes;
  for (OperationId i = 0; i < kCount; ++i) {
    lifetimes.push_back({static_cast<Tick>(2 * i), static_cast<Tick>(2 * i + 1)});
  }
  PrecedenceGraph graph{std::move(lifetimes)};
  for (OperationId i = 0; i + 1 < kCount; ++i) graph.add(by_seq(i, i + 1));
  EXPECT_FALSE(graph.find_shortest_cycle());
  graph.add(by_seq(700'000, 200'000));  // Closes a ring of 500,001 edges, and of 2 with the clock.
  auto const cycle = graph.find_shortest_cycle();
  ASSERT_TRUE(cycle);
  EXPECT_EQ(cycle->size(), 2U);
}

TEST(precedence_graph, a_million_concurrent_operations_called_against_their_order_are_legal) {
  constexpr OperationId kCount = 1'000'000;
  std::vector<Lifetime> lifetimes;
  for (OperationId i = 0; i < kCount; ++i) {
    lifetimes.push_back({static_cast<Tick>(kCount - i), static_cast<Tick>(kCount + i)});
  }
  PrecedenceGraph graph{std::move(lifetimes)};
  for (OperationId i = 0; i + 1 < kCount; ++i) graph.add(by_seq(i, i + 1));
  EXPECT_FALSE(graph.find_shortest_cycle());
}

}  // namespace
}  // namespace checker
