#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "checker/exploration/breadth_first.hpp"
#include "checker/exploration/depth_first.hpp"
#include "checker/exploration/runs.hpp"

namespace checker::exploration {
namespace {

/// Two counters that go up to a limit, each on its own; a pair of values may be forbidden.
struct Counters {
  struct State {
    std::uint32_t a{0};
    std::uint32_t b{0};
    friend bool operator==(State const&, State const&) = default;
  };
  enum class Action { up_a, up_b };

  std::uint32_t limit{3};
  State forbidden{~0U, ~0U};
  bool forbidden_at_rest{false};

  static constexpr std::uint32_t kMet = 1;  ///< Goal: the counters are equal and not 0.

  [[nodiscard]] static std::vector<State> initial() { return {State{}}; }
  void enabled(State const& state, std::vector<Action>& actions) const {
    if (state.a < limit) actions.push_back(Action::up_a);
    if (state.b < limit) actions.push_back(Action::up_b);
  }
  Observation apply(State& state, Action action) const {
    ++(action == Action::up_a ? state.a : state.b);
    return {state == forbidden ? 1U : 0U, state.a == state.b ? kMet : 0};
  }
  [[nodiscard]] Observation at_rest(State const&) const { return {forbidden_at_rest ? 2U : 0U, 0}; }
  [[nodiscard]] static std::size_t words() { return 1; }
  static void encode(State const& state, std::uint64_t* words) {
    *words = std::uint64_t{state.a} << 32 | state.b;
  }
  [[nodiscard]] static State decode(std::uint64_t const* words) {
    return {static_cast<std::uint32_t>(*words >> 32), static_cast<std::uint32_t>(*words)};
  }
  /// The counters do not touch: one first is enough.
  static void reduce(State const&, std::vector<Action>& actions) { actions.resize(1); }
  /// Which counter is which does not matter.
  [[nodiscard]] static State canonical(State const& state) {
    return {std::min(state.a, state.b), std::max(state.a, state.b)};
  }
};
static_assert(Machine<Counters> && Reducible<Counters> && Nameless<Counters>);

template <class M>
typename M::State replayed(M const& machine, Counterexample<M> const& found) {
  auto state = found.initial;
  for (auto const& action : found.actions) machine.apply(state, action);
  return state;
}

TEST(breadth_first, visits_every_state_and_step_once) {
  Counters const machine{.limit = 9};
  BreadthFirst<Counters> all{machine};
  auto const report = all.run();
  EXPECT_EQ(report.end, End::exhausted);
  EXPECT_EQ(report.statistics.states, 100U);
  EXPECT_EQ(report.statistics.transitions, 180U);
  EXPECT_EQ(report.statistics.at_rest, 1U);
  EXPECT_EQ(report.statistics.depth, 18U);
  EXPECT_EQ(report.reached, Counters::kMet);
}

TEST(a_search, fails_if_it_misses_a_goal) {
  Counters const machine{.limit = 0};
  auto const wide = BreadthFirst<Counters>{machine, {.goals = Counters::kMet}}.run();
  EXPECT_EQ(wide.end, End::goal_missed);
  EXPECT_EQ(wide.missed, Counters::kMet);
  DepthFirst<Counters, ExactVisits> deep{machine, ExactVisits{1}, Counters::kMet};
  EXPECT_EQ(deep.run().end, End::goal_missed);
  Counters const larger{.limit = 1};
  EXPECT_EQ((BreadthFirst<Counters>{larger, {.goals = Counters::kMet}}.run().end), End::exhausted);
}

TEST(breadth_first, finds_a_shortest_counterexample) {
  Counters const machine{.limit = 50, .forbidden = {20, 7}};
  auto const report = BreadthFirst<Counters>{machine}.run();
  ASSERT_EQ(report.end, End::violated);
  EXPECT_EQ(report.counterexample->actions.size(), 27U);
  EXPECT_EQ(report.counterexample->seen.broken, 1U);
  EXPECT_EQ(replayed(machine, *report.counterexample), machine.forbidden);
}

TEST(breadth_first, finds_what_is_wrong_at_rest) {
  Counters const machine{.limit = 2, .forbidden_at_rest = true};
  auto const report = BreadthFirst<Counters>{machine}.run();
  ASSERT_EQ(report.end, End::violated);
  EXPECT_EQ(report.counterexample->seen.broken, 2U);
  EXPECT_EQ(replayed(machine, *report.counterexample), (Counters::State{2, 2}));
}

TEST(breadth_first, goes_on_where_its_budget_ended) {
  Counters const machine{.limit = 99};
  BreadthFirst<Counters> search{machine};
  int rounds = 1;
  auto report = search.run(100);
  for (; report.end == End::budget_spent; ++rounds) report = search.run(100);
  EXPECT_GT(rounds, 10);
  EXPECT_EQ(report.end, End::exhausted);
  EXPECT_EQ(report.statistics.states, 10'000U);
  EXPECT_EQ(report.statistics.transitions, 2U * 99 * 100);
}

TEST(breadth_first, stops_at_its_bound_and_says_so) {
  Counters const machine{.limit = 1'000};
  BreadthFirst<Counters> search{machine, {.states = 5'000}};
  EXPECT_EQ(search.run().end, End::budget_spent);
  EXPECT_EQ(search.run().end, End::budget_spent);
}

TEST(breadth_first, tells_how_far_it_is) {
  Counters const machine{.limit = 99};
  std::vector<std::uint64_t> told;
  BreadthFirst<Counters> search{
      machine, {.report_every = 1'000}, [&](Statistics const& now) { told.push_back(now.states); }};
  (void)search.run();
  EXPECT_GE(told.size(), 8U);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
}

class Checkpoint : public testing::Test {
 protected:
  Checkpoint()
      : path_{std::filesystem::temp_directory_path() /
              ("relcheck-checkpoint-" + std::to_string(::getpid()))} {}
  ~Checkpoint() override { std::filesystem::remove(path_); }
  std::filesystem::path path_;
};

TEST_F(Checkpoint, is_taken_up_by_another_search) {
  Counters const machine{.limit = 99};
  BreadthFirst<Counters> first{machine};
  ASSERT_EQ(first.run(3'000).end, End::budget_spent);
  ASSERT_TRUE(first.save(path_));
  BreadthFirst<Counters> second{machine};
  ASSERT_TRUE(second.load(path_));
  auto const here = first.run();
  auto const there = second.run();
  EXPECT_EQ(there.statistics.states, 10'000U);
  EXPECT_EQ(there.statistics.transitions, here.statistics.transitions);
  EXPECT_EQ(there.statistics.depth, here.statistics.depth);
}

TEST_F(Checkpoint, that_cannot_be_written_leaves_the_one_before) {
  Counters const machine{.limit = 99};
  BreadthFirst<Counters> search{machine};
  (void)search.run(3'000);
  ASSERT_TRUE(search.save(path_));
  std::filesystem::path const in_the_way{path_.string() + ".part"};
  std::filesystem::create_directory(in_the_way);
  EXPECT_FALSE(search.save(path_));
  std::filesystem::remove(in_the_way);
  EXPECT_TRUE(BreadthFirst<Counters>{machine}.load(path_));
}

TEST_F(Checkpoint, is_refused_if_damaged_or_of_another_machine) {
  Counters const machine{.limit = 99};
  BreadthFirst<Counters> search{machine};
  (void)search.run(3'000);
  ASSERT_TRUE(search.save(path_));
  EXPECT_FALSE(BreadthFirst<Counters>{machine}.load(path_.string() + ".missing"));
  auto const size = std::filesystem::file_size(path_);
  for (auto const at : {std::uintmax_t{0}, std::uintmax_t{40}, size / 2, size - 1}) {
    std::filesystem::path const copy{path_.string() + ".copy"};
    std::filesystem::copy_file(path_, copy, std::filesystem::copy_options::overwrite_existing);
    std::fstream file{copy, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(static_cast<std::streamoff>(at));
    file.put('\x5a');
    file.close();
    BreadthFirst<Counters> again{machine};
    EXPECT_FALSE(again.load(copy)) << "byte " << at;
    EXPECT_EQ(again.run().statistics.states, 10'000U) << "nothing was taken";
    std::filesystem::remove(copy);
  }
  std::filesystem::resize_file(path_, size - 8);
  EXPECT_FALSE(BreadthFirst<Counters>{machine}.load(path_));
}

TEST_F(Checkpoint, is_refused_if_of_another_subject_or_of_a_machine_that_goes_on_otherwise) {
  Counters const machine{.limit = 99};
  BreadthFirst<Counters> search{machine, {.subject = 1}};
  (void)search.run(3'000);
  ASSERT_TRUE(search.save(path_));
  EXPECT_FALSE((BreadthFirst<Counters>{machine, {.subject = 2}}.load(path_)));
  Counters const shorter{.limit = 9};
  BreadthFirst<Counters> other{shorter, {.subject = 1}};
  EXPECT_TRUE((BreadthFirst<Counters>{shorter, {.subject = 1}}.load(path_)));
  (void)other.run();
  EXPECT_FALSE(other.load(path_)) << "its states are others";
  BreadthFirst<Counters> further{machine, {.subject = 1}};
  (void)further.run(5'000);
  EXPECT_TRUE(further.load(path_)) << "the file's are a beginning of its own";
  EXPECT_EQ(further.run().statistics.states, 10'000U);
}

TEST(depth_first, visits_what_breadth_first_visits) {
  Counters const machine{.limit = 40};
  DepthFirst<Counters, ExactVisits> search{machine, ExactVisits{1}};
  auto const report = search.run();
  auto const wide = BreadthFirst<Counters>{machine}.run();
  EXPECT_EQ(report.end, End::exhausted);
  EXPECT_EQ(report.statistics.states, wide.statistics.states);
  EXPECT_EQ(report.statistics.transitions, wide.statistics.transitions);
  EXPECT_EQ(report.statistics.at_rest, 1U);
  EXPECT_EQ(report.reached, wide.reached);
}

TEST(depth_first, finds_a_counterexample_that_replays) {
  Counters const machine{.limit = 30, .forbidden = {20, 7}};
  DepthFirst<Counters, BitVisits> search{machine, BitVisits{20}};
  auto const report = search.run();
  ASSERT_EQ(report.end, End::violated);
  EXPECT_EQ(replayed(machine, *report.counterexample), machine.forbidden);
  Counters const late{.limit = 3, .forbidden_at_rest = true};
  DepthFirst<Counters, ExactVisits> at_rest{late, ExactVisits{1}};
  auto const found = at_rest.run();
  ASSERT_EQ(found.end, End::violated);
  EXPECT_EQ(replayed(late, *found.counterexample), (Counters::State{3, 3}));
}

TEST(depth_first, goes_on_where_its_budget_ended) {
  Counters const machine{.limit = 99};
  DepthFirst<Counters, ExactVisits> search{machine, ExactVisits{1}};
  auto report = search.run(500);
  EXPECT_EQ(report.end, End::budget_spent);
  while (report.end == End::budget_spent) report = search.run(500);
  EXPECT_EQ(report.statistics.states, 10'000U);
}

TEST(depth_first, forgets_hardly_a_state_where_bits_abound) {
  Counters const machine{.limit = 99};
  DepthFirst<Counters, BitVisits> search{machine, BitVisits{22}};
  EXPECT_GT(search.run().statistics.states, 9'990U);
}

TEST(reduction, keeps_one_order_of_what_is_independent) {
  Counters const machine{.limit = 9};
  Reduced<Counters> const reduced{machine};
  auto const report = BreadthFirst<Reduced<Counters>>{reduced}.run();
  EXPECT_EQ(report.statistics.states, 19U);
  EXPECT_EQ(report.statistics.at_rest, 1U);
}

TEST(symmetry, keeps_one_of_what_differs_in_names) {
  Counters const machine{.limit = 9};
  Symmetric<Counters> const symmetric{machine};
  EXPECT_EQ(BreadthFirst<Symmetric<Counters>>{symmetric}.run().statistics.states, 55U);
}

TEST(symmetry, tells_a_counterexample_of_real_names) {
  Counters const machine{.limit = 9, .forbidden = {6, 2}};
  Symmetric<Counters> const symmetric{machine};
  auto const report = BreadthFirst<Symmetric<Counters>>{symmetric}.run();
  EXPECT_EQ(report.end, End::exhausted) << "a claim that tells names apart is not symmetric";
  Counters const fair{.limit = 9, .forbidden = {2, 6}};
  Symmetric<Counters> const of_fair{fair};
  auto const found = BreadthFirst<Symmetric<Counters>>{of_fair}.run();
  ASSERT_EQ(found.end, End::violated);
  EXPECT_EQ(found.counterexample->actions.size(), 8U);
  auto state = found.counterexample->initial;
  for (auto const action : found.counterexample->actions) fair.apply(state, action);
  EXPECT_EQ(Counters::canonical(state), fair.forbidden);
  Reduced<Symmetric<Counters>> const both{symmetric};
  EXPECT_LE(BreadthFirst<Reduced<Symmetric<Counters>>>{both}.run().statistics.states, 19U);
}

TEST(runs, are_counted_without_being_walked) {
  Counters const machine{.limit = 10};
  EXPECT_EQ(count_runs(machine), 184'756U) << "20 over 10";
  auto const low = [](Counters::State const& state) { return state.a + state.b == 3; };
  EXPECT_EQ((Runs<Counters, decltype(low)>{machine, low}.count()), 8U);
}

/// Goes round for ever.
struct Ring : Counters {
  void enabled(State const&, std::vector<Action>& actions) const {
    actions.push_back(Action::up_a);
  }
  Observation apply(State& state, Action) const {
    state.a = (state.a + 1) % 5;
    return {};
  }
};

TEST(runs, that_never_end_are_not_counted) {
  EXPECT_EQ(count_runs(Ring{}), std::nullopt);
  Ring const ring;
  auto const report = BreadthFirst<Ring>{ring}.run();
  EXPECT_EQ(report.statistics.states, 5U);
  EXPECT_EQ(report.statistics.at_rest, 0U);
}

TEST(state_table, agrees_with_an_ordered_map) {
  std::mt19937_64 random{7};
  StateTable table{3, 50'000};
  std::map<std::array<std::uint64_t, 3>, std::uint32_t> known;
  for (int i = 0; i < 60'000; ++i) {
    std::array<std::uint64_t, 3> const state{random() % 30, random() % 30, random() % 30};
    auto const place = table.insert(state.data(), hash_of(state.data(), 3));
    auto const [entry, fresh] = known.try_emplace(state, static_cast<std::uint32_t>(known.size()));
    ASSERT_EQ(place.fresh, fresh);
    ASSERT_EQ(place.index, entry->second);
  }
  EXPECT_EQ(table.size(), known.size());
  for (auto const& [state, index] : known) {
    ASSERT_TRUE(std::equal(state.begin(), state.end(), table.at(index)));
  }
  EXPECT_LT(table.bytes_per_state(), 24 + 12);
}

}  // namespace
}  // namespace checker::exploration
