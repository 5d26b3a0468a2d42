#include "properties/bench/strategy_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "properties/schedule/kinds.hpp"

namespace properties::tests {
namespace {

using bench::Cell;
using bench::cell_of;
using bench::goals_of;
using bench::Hunted;
using bench::HuntId;
using bench::Results;
using bench::ResultsFile;
using bench::Table;
using ::testing::HasSubstr;

constexpr int kCap = 100;

std::vector<Hunted> found(std::vector<int> const& schedules) {
  std::vector<Hunted> hunted;
  for (int const count : schedules) hunted.push_back({count, true});
  return hunted;
}

TEST(StrategyTable, tells_median_and_quartiles) {
  auto const cell = cell_of(found({9, 1, 3, 5, 7}), kCap);
  EXPECT_EQ(cell->lower, 3);
  EXPECT_EQ(cell->median, 5);
  EXPECT_EQ(cell->upper, 7);
  EXPECT_EQ(cell_of(found({2, 4}), kCap)->median, 3);
  EXPECT_FALSE(cell_of({}, kCap));
}

TEST(StrategyTable, a_median_that_is_missed_is_beyond_the_cap) {
  auto const rare = cell_of({{kCap, false}, {3, true}, {kCap, false}}, kCap);
  EXPECT_TRUE(rare->beyond);
  EXPECT_EQ(rare->missed, 2);
  EXPECT_EQ(rare->median, kCap);
  EXPECT_FALSE(cell_of({{kCap, false}, {3, true}, {kCap, true}}, kCap)->beyond)
      << "found by the last schedule allowed";
  EXPECT_TRUE(cell_of({{3, true}, {kCap, false}}, kCap)->beyond) << "half way to a miss";
}

/// One seed, two mutants; the third is found by nobody.
Table small_table(std::vector<int> const& random, std::vector<int> const& pos,
                  std::vector<int> const& portfolio) {
  Table table{{}, {"random", "pos", "portfolio"}, {}, 1, kCap};
  for (std::size_t i = 0; i < random.size(); ++i) {
    std::string const name = "mutant " + std::to_string(i);
    table.grounds.push_back({name, nullptr, {}});
    table.results[{name, "random", 1}] = {random[i], true};
    table.results[{name, "pos", 1}] = {pos[i], true};
    table.results[{name, "portfolio", 1}] = {portfolio[i], true};
  }
  table.grounds.push_back({"found by nobody", nullptr, {}});
  for (auto const& strategy : table.strategies) {
    table.results[{"found by nobody", strategy, 1}] = {kCap, false};
  }
  return table;
}

TEST(StrategyTable, holds_the_portfolio_against_the_best_of_each_and_of_all) {
  auto const goals = goals_of(small_table({10, 40}, {20, 10}, {20, 20}));
  EXPECT_EQ(goals->grounds, 2);
  EXPECT_EQ(goals->left_out, 1);
  EXPECT_EQ(goals->best, "pos");
  EXPECT_NEAR(goals->of_best, std::sqrt(2.0), 1e-9);
  EXPECT_EQ(goals->worst, 2);
  EXPECT_EQ(goals->sum, 40);
  EXPECT_EQ(goals->sum_of_walk, 50);
  EXPECT_TRUE(goals->near_the_best() && goals->near_each() && goals->better_than_the_walk());
}

TEST(StrategyTable, says_which_goals_are_missed) {
  auto const goals = goals_of(small_table({1, 1}, {2, 2}, {2, 60}));
  EXPECT_FALSE(goals->near_the_best());
  EXPECT_FALSE(goals->near_each());
  EXPECT_FALSE(goals->better_than_the_walk());
  EXPECT_EQ(goals->worst_at, "mutant 1");
}

TEST(StrategyTable, judges_nothing_by_half_of_the_results) {
  auto table = small_table({10}, {20}, {20});
  table.results.erase({"mutant 0", "pos", 1});
  EXPECT_FALSE(goals_of(table));
}

TEST(Portfolio, mixes_strategies_that_exist_and_are_not_portfolios) {
  for (auto const& share : schedule::portfolio_shares()) {
    EXPECT_NE(schedule::find_strategy(share.strategy), nullptr) << share.strategy;
    EXPECT_NE(share.strategy, "portfolio");
    EXPECT_GT(share.weight, 0U);
  }
}

class StrategyResults : public ::testing::Test {
 protected:
  ~StrategyResults() override { std::filesystem::remove(file_); }
  void write(std::string const& text) const { std::ofstream{file_} << text; }
  [[nodiscard]] std::string problem() const {
    auto const opened = ResultsFile::open(file_, kCap);
    auto const* text = std::get_if<std::string>(&opened);
    return text == nullptr ? "" : *text;
  }
  [[nodiscard]] Results results() const {
    return std::get<ResultsFile>(ResultsFile::open(file_, kCap)).before();
  }

  HuntId const id_{"a mutant", "pos", 3};
  std::filesystem::path file_{std::filesystem::temp_directory_path() /
                              ("strategy_results_" + std::to_string(getpid()))};
};

TEST_F(StrategyResults, are_there_again) {
  {
    auto file = std::get<ResultsFile>(ResultsFile::open(file_, kCap));
    EXPECT_TRUE(file.before().empty());
    EXPECT_TRUE(file.add(id_, {17, true}));
  }
  EXPECT_EQ(results(), (Results{{id_, {17, true}}}));
}

TEST_F(StrategyResults, a_line_cut_short_was_not_written) {
  write(bench::encode_heading(kCap) + bench::encode(id_, {17, true}) + R"({"ground":"a mu)");
  EXPECT_EQ(results().size(), 1U);
  EXPECT_TRUE(
      std::get<ResultsFile>(ResultsFile::open(file_, kCap)).add({"b", "pos", 1}, {1, true}));
  EXPECT_EQ(results().size(), 2U);
}

TEST_F(StrategyResults, broken_ones_are_refused_by_line) {
  write(bench::encode_heading(kCap) + bench::encode(id_, {17, true}) + "nonsense\n");
  EXPECT_THAT(problem(), HasSubstr("line 3 is broken"));
  write(bench::encode_heading(kCap) + bench::encode(id_, {kCap + 1, true}));
  EXPECT_THAT(problem(), HasSubstr("line 2 is broken"));
  write(bench::encode_heading(kCap) + bench::encode(id_, {1, true}) +
        bench::encode(id_, {2, true}));
  EXPECT_THAT(problem(), HasSubstr("told twice"));
}

TEST_F(StrategyResults, of_something_else_are_refused) {
  write("{\"format\": 1}\n");
  EXPECT_THAT(problem(), HasSubstr("no results"));
  write("[]\n");
  EXPECT_THAT(problem(), HasSubstr("no results"));
  write(bench::encode_heading(kCap + 1));
  EXPECT_THAT(problem(), HasSubstr("--cap 101"));
}

}  // namespace
}  // namespace properties::tests
