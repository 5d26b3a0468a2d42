#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/cli/exit_code.hpp"
#include "properties/tests/child.hpp"

namespace properties::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json machine(std::vector<std::string> const& more, int code) {
  std::vector<std::string> arguments{"machine", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return json_of(arguments, code);
}

bool has(json const& list, std::string const& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string const kAnything = "any; any || any; any";

TEST(Machine, proves_that_every_run_keeps_the_claims_that_it_tests) {
  auto const said = machine({"--ops", "follow(a,b) || block(b,a)"}, cli::kPass);
  EXPECT_EQ(said["proven"], true);
  EXPECT_EQ(said["end"], "exhausted");
  EXPECT_TRUE(has(said["held"], "no_relation_between_blocked"));
  EXPECT_FALSE(has(said["held"], "count_equals_active_rows")) << "nobody consumes";
  EXPECT_TRUE(has(said["reached"], "waited_for_key"));
  EXPECT_TRUE(has(said["never_reached"], "noop"));
  EXPECT_EQ(said["broken"].size(), 0U);
  EXPECT_GT(said["bytes_per_state"], 24);
}

TEST(Machine, knows_fewer_states_where_their_order_and_names_do_not_matter) {
  std::vector<std::string> const anything{"--ops", "any || any", "--users", "2"};
  auto every_order = anything;
  every_order.emplace_back("--no-reduction");
  auto const some = machine(anything, cli::kPass);
  auto const all = machine(every_order, cli::kPass);
  EXPECT_LT(some["states"], all["states"]);
  EXPECT_EQ(some["reached"], all["reached"]);
}

TEST(Machine, replays_its_counterexample_on_the_server_and_keeps_it) {
  Scratch const scratch;
  auto const said = machine({"--ops", "unfollow(a,b) or follow(a,b) || block(b,a); unblock(b,a)",
                             "--mutant", "checks_block_before_lock", "--out", scratch / "out"},
                            cli::kViolation);
  EXPECT_EQ(said["end"], "violated");
  EXPECT_TRUE(has(said["broken"], "relations_linearize"));
  EXPECT_EQ(said["counterexample"].size(), 17U);
  EXPECT_EQ(said["counterexample"].at(0)["step"], "begin");
  auto const& finding = said["findings"].at(0);
  EXPECT_EQ(finding["alike"], 10);
  EXPECT_EQ(finding["to"]["operations"], 2);
  auto const trace = finding["min_trace"].get<std::string>();
  EXPECT_EQ(relcheck({"replay", trace}).code, cli::kViolation);
  EXPECT_EQ(relcheck({"replay", trace, "--mutant", "", "--regress"}).code, cli::kPass);
}

TEST(Machine, shows_a_counterexample_without_a_server) {
  auto const ended = relcheck({"machine", "--ops", "block(a,b) || block(b,a)", "--mutant",
                               "locks_in_call_order", "--no-replay", "--no-reduction"});
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  EXPECT_NE(ended.out.find("VIOLATED after 10 steps"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("waits for c1"), std::string::npos) << ended.out;
  EXPECT_EQ(lines_of(ended.out).back(), "relcheck: 0 passed, 1 failed, 6 skipped");
}

TEST(Machine, does_not_replay_a_mishap) {
  auto const ended = relcheck({"machine", "--ops", "follow(a,b); follow(a,c)", "--mutant",
                               "plain_sequence", "--mishaps", "1"});
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  EXPECT_NE(ended.out.find("rolled back by a mishap"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("replayed       not: "), std::string::npos) << ended.out;
}

TEST(Machine, fails_if_a_goal_is_never_reached) {
  std::vector<std::string> const revocation{"--given", "follow(a,b); deliver(e1)", "--goal",
                                            "revocation_escaped", "--ops"};
  std::string const beside = " || unfollow(a,b) || can_read(a,p1,content_token)";
  auto plain = revocation;
  plain.emplace_back("post(b,p1,followers,plain)" + beside);
  auto locking = revocation;
  locking.emplace_back("post(b,p1,followers,locking)" + beside);
  EXPECT_TRUE(has(machine(plain, cli::kPass)["reached"], "revocation_escaped"));
  auto const said = machine(locking, cli::kControlFailed);
  EXPECT_EQ(said["end"], "goal missed");
  EXPECT_EQ(said["missed"], json::array({"revocation_escaped"}));
}

TEST(Machine, that_is_cut_short_is_inconclusive_and_goes_on_from_its_file) {
  Scratch const scratch;
  auto const file = scratch / "search";
  std::vector<std::string> const anything{"--ops",     kAnything, "--users",       "2",
                                          "--private", "b",       "--no-reduction"};
  auto kept = anything;
  kept.insert(kept.end(), {"--resume", file});
  auto cut = kept;
  cut.insert(cut.end(), {"--states", "100000"});
  auto const part = machine(cut, cli::kInconclusive);
  cut.insert(cut.begin(), "machine");
  EXPECT_NE(relcheck(cut).out.find("the same command goes on"), std::string::npos);
  EXPECT_EQ(part["end"], "budget spent");
  EXPECT_EQ(part["proven"], false);
  auto const rest = machine(kept, cli::kPass);
  auto const whole = machine(anything, cli::kPass);
  for (auto const* const number : {"states", "transitions", "at_rest", "depth", "reached"}) {
    EXPECT_EQ(rest[number], whole[number]) << number;
  }
  EXPECT_GT(rest["states"], part["states"]);
  EXPECT_EQ(machine(kept, cli::kPass)["states"], whole["states"]) << "it is kept when it has ended";
}

TEST(Machine, does_not_take_a_file_of_another_search) {
  Scratch const scratch;
  auto const file = scratch / "search";
  std::vector<std::string> const kept{"--resume", file, "--ops", "follow(a,b) || unfollow(a,b)"};
  machine(kept, cli::kPass);
  auto const other = relcheck({"machine", "--resume", file, "--ops", "follow(a,b) || block(b,a)"});
  EXPECT_EQ(other.code, cli::kUsage);
  EXPECT_NE(other.err.find("of another program"), std::string::npos) << other.err;
  std::ofstream{file} << "nonsense";
  auto arguments = kept;
  arguments.insert(arguments.begin(), "machine");
  EXPECT_EQ(relcheck(arguments).code, cli::kUsage);
}

TEST(Machine, says_when_its_file_cannot_be_written) {
  auto const ended = relcheck(
      {"machine", "--ops", "follow(a,b) || block(b,a)", "--resume", "/nonexistent/search"});
  EXPECT_EQ(ended.code, cli::kEnvironment);
  EXPECT_NE(ended.out.find("holds in every run there is"), std::string::npos) << ended.out;
  EXPECT_NE(ended.err.find("cannot be written"), std::string::npos) << ended.err;
}

TEST(Machine, takes_bits_for_no_proof) {
  auto const said =
      machine({"--ops", "follow(a,b) || block(b,a)", "--bits", "20"}, cli::kInconclusive);
  EXPECT_EQ(said["end"], "exhausted");
  EXPECT_EQ(said["proven"], false);
}

TEST(Machine, stops_in_time) {
  auto const said = machine({"--ops", kAnything + "; any || any; any; any", "--users", "2",
                             "--no-reduction", "--for", "0.2s"},
                            cli::kInconclusive);
  EXPECT_LT(said["seconds"], 30);
}

TEST(Machine, refuses_what_it_cannot_have) {
  std::map<std::vector<std::string>, std::string> const all{
      {{"--ops", "follow(a,a)"}, "nobody follows or blocks themselves"},
      {{"--ops", "rebuild()"}, "nothing is rebuilt"},
      {{"--ops", "any || any"}, "--users"},
      {{"--ops", "follow(a,b)", "--mutant", "rebuilds_by_delete"}, "does not know the mutant"},
      {{"--ops", "follow(a,b)", "--goal", "nonsense"}, "the known ones are"},
      {{"--ops", "follow(a,b) or"}, "operation"},
      {{"--ops", "follow(a,b)", "--bits", "20", "--resume", "x"}, "--bits"},
  };
  for (auto const& [more, because] : all) {
    std::vector<std::string> arguments{"machine"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const ended = relcheck(arguments);
    EXPECT_EQ(ended.code, cli::kUsage) << because;
    EXPECT_NE(ended.err.find(because), std::string::npos) << ended.err;
    EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  }
  auto const explored = relcheck({"explore", "--ops", "follow(a,b) or block(b,a)"});
  EXPECT_EQ(explored.code, cli::kUsage);
  EXPECT_NE(explored.err.find("relcheck machine"), std::string::npos) << explored.err;
}

}  // namespace
}  // namespace properties::tests
