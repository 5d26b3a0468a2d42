#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "properties/cli/exit_code.hpp"
#include "properties/tests/child.hpp"

namespace properties::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json explore(std::vector<std::string> const& more, int code) {
  std::vector<std::string> arguments{"explore", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return json_of(arguments, code);
}

std::string const kRace = "follow(a,b) || block(b,a)";

TEST(Explore, of_follow_beside_block_counts_all_and_runs_few) {
  auto const said = explore({"--ops", kRace}, cli::kPass);
  EXPECT_EQ(said["finished"], true);
  EXPECT_LE(said["executions"], 4);
  EXPECT_GT(said["interleavings"], 100);
  EXPECT_EQ(said["interleavings_counted_to_the_end"], true);
  EXPECT_GT(said["waiting_interleavings"], 0);
  EXPECT_EQ(said["outcomes"].size(), 2U);
  EXPECT_EQ(said["exit_code"], 0);
}

TEST(Explore, without_reduction_runs_as_many_as_there_are) {
  auto const said = explore({"--ops", kRace, "--no-reduction"}, cli::kPass);
  EXPECT_EQ(said["executions"], explore({"--ops", kRace}, cli::kPass)["interleavings"]);
  EXPECT_EQ(said["outcomes"].size(), 2U);
}

TEST(Explore, begins_where_it_is_told) {
  auto const said = explore({"--ops", "decide(b,a,accept) || unfollow(a,b)", "--given",
                             "follow(a,b)", "--private", "b", "--count", "0"},
                            cli::kPass);
  EXPECT_EQ(said["scenario"],
            "c1 decide(2,1,accept) ‖ c2 unfollow(1,2), given follow(1,2), 2 private");
  EXPECT_FALSE(said.contains("interleavings"));
  EXPECT_EQ(said["outcomes"].size(), 2U);
}

TEST(Explore, that_is_cut_short_is_inconclusive) {
  auto const ended = relcheck({"explore", "--ops", kRace, "--executions", "1", "--count", "5"});
  EXPECT_EQ(ended.code, cli::kInconclusive) << ended.err;
  EXPECT_NE(ended.out.find("NOT FINISHED"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("more than 5"), std::string::npos) << ended.out;
  EXPECT_EQ(lines_of(ended.out).back(), "relcheck: 0 passed, 0 failed, 1 skipped");
}

TEST(Explore, keeps_what_it_finds_as_a_trace_that_replays) {
  Scratch const scratch;
  auto const said = explore({"--ops", "unfollow(a,b) || follow(a,b); " + kRace, "--count", "0",
                             "--mutant", "checks_block_before_lock", "--out", scratch / "out"},
                            cli::kViolation);
  auto const& finding = said["findings"].at(0);
  EXPECT_EQ(finding["alike"], 10);
  EXPECT_EQ(finding["to"]["operations"], 2);
  auto const trace = finding["min_trace"].get<std::string>();
  ASSERT_TRUE(fs::exists(trace));
  EXPECT_EQ(relcheck({"replay", trace, "--times", "3"}).code, cli::kViolation);
  EXPECT_EQ(relcheck({"replay", trace, "--mutant", "", "--regress"}).code, cli::kPass);
}

TEST(Explore, walks_until_nothing_new_is_seen) {
  auto const said = explore({"--ops", kRace, "--until-covered", "100"}, cli::kPass);
  EXPECT_EQ(said["finished"], true);
  EXPECT_GT(said["executions"], 100);
  EXPECT_GT(said["walk"]["edges"], said["walk"]["states"]);
  EXPECT_EQ(said["outcomes"].size(), 2U);
  auto const cut =
      explore({"--ops", kRace, "--until-covered", "100", "--executions", "20"}, cli::kInconclusive);
  EXPECT_EQ(cut["finished"], false);
}

TEST(Explore, shows_that_a_locking_token_closes_the_window) {
  auto const said = explore({"--ops", "post(b,p1,followers,plain) || block(b,a)", "--given",
                             "follow(a,b)", "--count", "0"},
                            cli::kPass);
  auto const& plain = said["token_window"]["plain"];
  EXPECT_GT(plain["escaped"], 0);
  EXPECT_LT(plain["escaped"], plain["executions"]);
  EXPECT_NE(plain["schedule"], "");
  auto const& locking = said["token_window"]["locking"];
  EXPECT_EQ(locking["escaped"], 0);
  EXPECT_EQ(locking["finished"], true);
  EXPECT_GT(locking["executions"], 1);
}

TEST(Explore, does_not_take_options_that_would_do_nothing) {
  for (auto const& more :
       std::vector<std::vector<std::string>>{{"--jobs", "2"},
                                             {"--keep-going"},
                                             {"--until-covered", "9", "--no-reduction"},
                                             {"--strategy", "pos"},
                                             {"--until-covered", "9", "--strategy", "nonsense"}}) {
    std::vector<std::string> arguments{"explore", "--ops", kRace};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const ended = relcheck(arguments);
    EXPECT_EQ(ended.code, cli::kUsage) << more.front();
    EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  }
  EXPECT_EQ(relcheck({"explore", "--all-pairs", "--until-covered", "9"}).code, cli::kUsage);
}

TEST(Explore, of_all_pairs_goes_on_from_its_file) {
  Scratch const scratch;
  std::vector<std::string> const arguments{
      "--all-pairs", "--jobs", "1", "--for", "2s", "--resume", scratch / "pairs.json"};
  auto const first = explore(arguments, cli::kInconclusive);
  auto const second = explore(arguments, cli::kInconclusive);
  EXPECT_GT(first["done"], 0);
  EXPECT_GT(second["done"], first["done"]);
  EXPECT_EQ(second["done"].get<int>() + second["left"].get<int>(), second["scenarios"]);
  EXPECT_NE(second["left_numbers"], "");
  EXPECT_EQ(second["violating_scenarios"], 0);
  auto const other = relcheck({"explore", "--all-triples", "--resume", scratch / "pairs.json"});
  EXPECT_EQ(other.code, cli::kUsage);
  EXPECT_NE(other.err.find("another exploration (pairs"), std::string::npos) << other.err;
}

TEST(Explore, of_all_pairs_refuses_a_file_of_another_kind) {
  Scratch const scratch;
  for (auto const* text : {"", "{}", "[]", R"({"explored":1,"what":"pairs"})", "\xff"}) {
    write_text(scratch / "f", text);
    auto const ended = relcheck({"explore", "--all-pairs", "--resume", scratch / "f"});
    EXPECT_EQ(ended.code, cli::kUsage) << text;
    EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  }
}

TEST(Explore, of_all_pairs_finds_a_mutant) {
  Scratch const scratch;
  auto const said = explore({"--all-pairs", "--mutant", "unblock_restores", "--jobs", "1",
                             "--shrink-for", "5s", "--out", scratch / "out"},
                            cli::kViolation);
  EXPECT_EQ(said["findings"].size(), 1U);
  EXPECT_GT(said["violating_scenarios"], 0);
}

}  // namespace
}  // namespace properties::tests
