#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "properties/cli/exit_code.hpp"
#include "properties/tests/child.hpp"
#include "properties/tests/traces.hpp"

namespace properties::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Help --------------------------------------------------------------------------------------------

struct Help {
  std::string command;
  std::vector<std::string> options;
};

std::vector<std::string> const kServer{"--dsn", "--pg", "--invariants", "--json"};

Help const kHelp[] = {
    {"run",
     {"--for", "--cases", "--seed", "--jobs", "--shard", "--strategy", "--sessions", "--operations",
      "--conformance", "--keep-going", "--no-shrink", "--no-canary", "--shrink-for", "--out",
      "--junit", "--mutant"}},
    {"explore",
     {"--ops", "--given", "--private", "--all-pairs", "--all-triples", "--resume", "--no-reduction",
      "--count", "--executions", "--until-covered", "--strategy", "--seed", "--for", "--jobs",
      "--keep-going", "--no-shrink", "--shrink-for", "--out", "--mutant"}},
    {"replay", {"--times", "--regress", "--mutant", "--junit"}},
    {"shrink", {"--for", "--property", "--out"}},
    {"cases", {"--junit"}},
    {"check", {"--format", "--spec", "--jobs", "--budget", "--timeout", "--follow", "--json"}},
    {"mutants", {"--seeds", "--seed", "--sample", "--kill-for", "--shrink-for", "--out"}},
    {"doctor", {"--determinism", "--seed", "--jobs"}},
    {"explain", {"--format", "--json"}},
    {"list", {"--invariants", "--json"}},
};

class HelpOf : public ::testing::TestWithParam<Help> {};

TEST_P(HelpOf, names_its_options_and_the_exit_codes) {
  auto const& [command, options] = GetParam();
  auto const ended = relcheck({command, "--help"});
  EXPECT_EQ(ended.code, cli::kPass);
  EXPECT_EQ(ended.err, "");
  auto expected = options;
  if (command != "explain" && command != "list" && command != "check") {
    expected.insert(expected.end(), kServer.begin(), kServer.end());
  }
  expected.emplace_back("Exit codes: 0 pass · 1 violation");
  for (auto const& option : expected) {
    EXPECT_NE(ended.out.find(option), std::string::npos) << option << " in\n" << ended.out;
  }
}

INSTANTIATE_TEST_SUITE_P(every, HelpOf, ::testing::ValuesIn(kHelp),
                         [](auto const& tested) { return tested.param.command; });

TEST(Help, of_the_program_names_every_command) {
  auto const ended = relcheck({"--help"});
  EXPECT_EQ(ended.code, cli::kPass);
  for (auto const& help : kHelp) {
    EXPECT_NE(ended.out.find("\n  " + help.command + " "), std::string::npos) << ended.out;
  }
}

TEST(Version, is_one_line) {
  auto const ended = relcheck({"--version"});
  EXPECT_EQ(ended.code, cli::kPass);
  EXPECT_TRUE(std::regex_match(ended.out, std::regex{R"(relcheck \d+\.\d+\.\d+\n)"})) << ended.out;
}

// Lists -------------------------------------------------------------------------------------------

class ListOf : public ::testing::TestWithParam<char const*> {};

TEST_P(ListOf, is_the_same_in_words_and_in_json) {
  auto rows = json_of({"list", GetParam(), "--json"}, cli::kPass);
  auto const words = relcheck({"list", GetParam()});
  EXPECT_EQ(words.code, cli::kPass);
  auto const lines = lines_of(words.out);
  ASSERT_EQ(lines.size(), rows.size());
  ASSERT_FALSE(lines.empty());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(lines[i].starts_with(rows[i]["name"].get<std::string>())) << lines[i];
  }
}

INSTANTIATE_TEST_SUITE_P(every, ListOf,
                         ::testing::Values("properties", "invariants", "mutants", "strategies",
                                           "outcomes", "steps"),
                         [](auto const& tested) { return std::string{tested.param}; });

// Regressions -------------------------------------------------------------------------------------

TEST(Regress, compares_the_verdict_with_what_the_trace_expects) {
  Scratch const scratch;
  auto const file = scratch / "a.trace.json";
  write_text(file, hand_written_trace());
  EXPECT_EQ(relcheck({"replay", "--regress", "--times", "3", file}).code, cli::kPass);
  write_text(file, with(hand_written_trace(), R"("expect": "violation")", R"("expect": "pass")"));
  EXPECT_EQ(relcheck({"replay", "--regress", file}).code, cli::kViolation);
}

TEST(Regress, expects_other_services_than_the_traces_own_to_pass) {
  Scratch const scratch;
  auto const file = scratch / "a.trace.json";
  write_text(file, hand_written_trace());
  EXPECT_EQ(relcheck({"replay", "--regress", "--mutant", "", file}).code, cli::kPass);
}

// Campaigns ---------------------------------------------------------------------------------------

std::vector<std::string> campaign(std::vector<std::string> more) {
  more.insert(more.begin(), {"run", "--seed", "5", "--jobs", "1", "--no-canary"});
  return more;
}

TEST(Run, with_one_seed_and_one_worker_is_the_same_twice) {
  auto const arguments = campaign({"--cases", "60", "--json"});
  auto first = json_of(arguments, cli::kPass);
  auto second = json_of(arguments, cli::kPass);
  EXPECT_EQ(first["cases"], 60);
  EXPECT_GT(first["blocked_steps"], 0);
  first.erase("seconds");
  second.erase("seconds");
  EXPECT_EQ(first, second);
}

TEST(Run, judges_by_an_invariant_of_the_users_as_by_its_own) {
  Scratch const scratch;
  write_text(scratch / "nobody_follows.sql",
             "-- relcheck: invariant when=commit severity=safety cites=R3\n"
             "-- Nobody follows anybody.\n"
             "SELECT follower, followee FROM relation WHERE state = 'ACTIVE'\n");
  auto const file = scratch / "report.xml";
  auto const said =
      json_of({"run", "--seed", "5", "--jobs", "1", "--cases", "200", "--json", "--invariants",
               scratch.path(), "--out", scratch / "out", "--junit", file},
              cli::kViolation);
  ASSERT_EQ(said["findings"].size(), 1U);
  auto const& finding = said["findings"][0];
  EXPECT_EQ(finding["property"], "sql.nobody_follows");
  EXPECT_EQ(finding["file"], (scratch / "nobody_follows.sql").string());
  EXPECT_EQ(finding["to"]["operations"], 1);
  EXPECT_NE(finding["because"].dump().find("Nobody follows anybody."), std::string::npos);
  EXPECT_NE(text_of(file).find("sql.nobody_follows"), std::string::npos);
}

TEST(Run, holds_runs_against_the_abstract_machine) {
  for (auto const* mutant : {"", "locks_in_call_order"}) {
    auto const said = json_of({"run", "--conformance", "--cases", "80", "--seed", "3", "--jobs",
                               "1", "--mutant", mutant, "--json"},
                              cli::kPass);
    EXPECT_EQ(said["cases"], 80);
    EXPECT_TRUE(said["findings"].empty());
  }
}

TEST(Run, of_conformance_refuses_what_the_machine_does_not_know) {
  for (auto const& more : std::vector<std::vector<std::string>>{
           {"no_deadlock"}, {"--mutant", "posts_become_public"}}) {
    std::vector<std::string> arguments{"run", "--conformance", "--cases", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const ended = relcheck(arguments);
    EXPECT_EQ(ended.code, cli::kUsage) << more.back();
    EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  }
}

TEST(Run, makes_other_programs_in_every_shard) {
  auto const outcomes = [](std::string const& shard) {
    return json_of(campaign({"--cases", "24", "--json", "--shard", shard}), cli::kPass)["outcomes"];
  };
  EXPECT_NE(outcomes("0/2"), outcomes("1/2"));
}

TEST(Run, that_passes_counts_its_properties_last) {
  auto const ended = relcheck(campaign({"--cases", "20"}));
  EXPECT_EQ(ended.code, cli::kPass) << ended.err;
  auto const lines = lines_of(ended.out);
  EXPECT_TRUE(std::regex_match(lines.back(),
                               std::regex{R"(relcheck: [1-9]\d* passed, 0 failed, \d+ skipped)"}))
      << lines.back();
  EXPECT_NE(lines.front().find("seed 0x5 "), std::string::npos) << lines.front();
}

TEST(Run, chooses_a_seed_and_prints_it_first) {
  auto const ended = relcheck({"run", "--cases", "1", "--jobs", "1", "--no-canary"});
  EXPECT_EQ(ended.code, cli::kPass) << ended.err;
  EXPECT_TRUE(std::regex_search(lines_of(ended.out).front(), std::regex{"seed 0x[0-9a-f]+ "}));
}

/// A campaign against a mutant that is found at once.
Ended find_mutant(fs::path const& out, std::vector<std::string> const& more = {}) {
  auto arguments = campaign({"--mutant", "unblock_restores", "--cases", "400", "--sessions", "2",
                             "--operations", "3", "--out", out});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return relcheck(arguments);
}

/// What follows `word` in the line that begins with it.
std::string after(std::string const& word, std::string const& text) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex{"\n *" + word + " +([^\n]+)"})) return {};
  return match[1];
}

TEST(Finding, is_shrunk_and_verified_and_kept) {
  Scratch const scratch;
  auto const ended = find_mutant(scratch / "out");
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  EXPECT_NE(ended.out.find("raw trace saved before shrinking"), std::string::npos);
  EXPECT_NE(ended.out.find("verified   10/10 replays"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nobserved\n"), std::string::npos);
  EXPECT_NE(ended.out.find("\nthe interleaving that explains it\n"), std::string::npos);
  EXPECT_TRUE(std::regex_match(lines_of(ended.out).back(),
                               std::regex{R"(relcheck: \d+ passed, 1 failed, \d+ skipped)"}));
  auto const folder = fs::path{after("kept in", ended.out)};
  EXPECT_EQ(folder.parent_path(), scratch / "out");
  for (auto const* name :
       {"raw.trace.json", "min.trace.json", "history.jsonl", "explain.md", "server.log"}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_LT(fs::file_size(folder / "min.trace.json"), fs::file_size(folder / "raw.trace.json"));
}

TEST(Finding, replays_by_the_line_that_was_printed) {
  Scratch const scratch;
  auto const ended = find_mutant(scratch / "it's in a folder");
  ASSERT_EQ(ended.code, cli::kViolation) << ended.err;
  auto const line = after("replay", ended.out);
  auto const property = after("FAIL", ended.out);
  auto const replayed = run({.arguments = {"-c", line}, .program = "/bin/sh"});
  EXPECT_EQ(replayed.code, cli::kViolation) << line << '\n' << replayed.err;
  auto const name = property.substr(0, property.find(' '));
  EXPECT_FALSE(name.empty());
  EXPECT_NE(replayed.out.find("VIOLATION  " + name), std::string::npos) << replayed.out;
}

TEST(Finding, is_told_in_json) {
  Scratch const scratch;
  auto const ended = find_mutant(scratch / "out", {"--json"});
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  auto report = json::parse(ended.out);
  EXPECT_EQ(report["exit_code"], 1);
  auto& finding = report["findings"].at(0);
  EXPECT_EQ(finding["replays"], 10);
  EXPECT_EQ(finding["alike"], 10);
  EXPECT_LE(finding["to"]["operations"], finding["from"]["operations"]);
  EXPECT_TRUE(fs::exists(finding["min_trace"].get<std::string>()));
  EXPECT_TRUE(fs::exists(finding["raw_trace"].get<std::string>()));
  EXPECT_NE(finding["replay"].get<std::string>().find(" replay "), std::string::npos);
}

boost::property_tree::ptree report_in(fs::path const& file) {
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(file.string(), tree);
  return tree.get_child("testsuites.testsuite");
}

TEST(Junit, of_a_campaign_is_well_formed) {
  Scratch const scratch;
  auto const file = scratch / "report.xml";
  ASSERT_EQ(find_mutant(scratch / "out", {"--junit", file}).code, cli::kViolation);
  auto const suite = report_in(file);
  EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 1);
  EXPECT_EQ(suite.get<std::size_t>("<xmlattr>.tests"), suite.count("testcase"));
  std::size_t failures = 0;
  for (auto const& [kind, test] : suite) failures += test.count("failure");
  EXPECT_EQ(failures, 1U);
}

TEST(Junit, of_a_replay_is_well_formed) {
  Scratch const scratch;
  write_text(scratch / "a.trace.json", hand_written_trace());
  auto const file = scratch / "report.xml";
  auto const ended = relcheck({"replay", scratch / "a.trace.json", "--junit", file});
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  auto const suite = report_in(file);
  EXPECT_EQ(suite.get<std::string>("testcase.<xmlattr>.name"), "a");
  EXPECT_NE(suite.get<std::string>("testcase.failure.<xmlattr>.message").find("VIOLATION"),
            std::string::npos);
}

// The other commands ------------------------------------------------------------------------------

std::set<std::string> names(json const& findings) {
  std::set<std::string> all;
  for (auto const& finding : findings) all.insert(finding.at("property").get<std::string>());
  return all;
}

TEST(Trace, is_shrunk_and_replayed_and_explained_in_json) {
  Scratch const scratch;
  auto const by_hand = scratch / "a.trace.json";
  write_text(by_hand, hand_written_trace());
  auto shrunk = json_of({"shrink", by_hand, "--json"}, cli::kPass);
  auto const smallest = scratch / "a.min.trace.json";
  EXPECT_EQ(shrunk["trace"], smallest.string());
  EXPECT_EQ(shrunk["operations"], 3);  // follow, block, unblock.
  EXPECT_LE(shrunk["sessions"], 1);
  EXPECT_EQ(shrunk["finished"], true);
  auto const property = shrunk["properties"].at(0).get<std::string>();
  auto replayed = json_of({"replay", smallest, "--times", "3", "--json"}, cli::kViolation);
  EXPECT_EQ(replayed.at(0)["runs"], 3);
  EXPECT_EQ(replayed.at(0)["departed"], 0);
  EXPECT_TRUE(names(replayed.at(0)["findings"]).contains(property)) << replayed;
  auto told = json_of({"explain", smallest, "--format", "json"}, cli::kPass);
  EXPECT_EQ(told["mutant"], "unblock_restores");
  EXPECT_TRUE(names(told["findings"]).contains(property)) << told;
}

TEST(Trace, that_does_not_fail_is_not_shrunk) {
  Scratch const scratch;
  auto const file = scratch / "a.trace.json";
  write_text(file, with(hand_written_trace(), "\"unblock_restores\"", "\"\""));
  auto const ended = relcheck({"shrink", file});
  EXPECT_EQ(ended.code, cli::kInconclusive);
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_NE(ended.err.find("nothing to shrink"), std::string::npos) << ended.err;
}

TEST(Trace, passes_where_the_mutant_is_away) {
  Scratch const scratch;
  auto const file = scratch / "a.trace.json";
  write_text(file, hand_written_trace());
  auto const ended = relcheck({"replay", file, "--mutant", ""});
  EXPECT_EQ(ended.code, cli::kPass) << ended.out << ended.err;
  EXPECT_EQ(lines_of(ended.out).back(), "relcheck: 1 passed, 0 failed, 0 skipped");
}

TEST(Mutants, that_live_long_enough_are_found) {
  auto fates = json_of(
      {"mutants", "noop_writes_event", "--seeds", "1", "--kill-for", "5m", "--json"}, cli::kPass);
  EXPECT_EQ(fates.at(0)["found"], 1);
  EXPECT_EQ(fates.at(0)["flaky"], false);
  EXPECT_LE(fates.at(0)["operations"], 3);
}

TEST(Mutants, that_survive_fail_the_control) {
  auto const ended = relcheck({"mutants", "unblock_restores", "--seeds", "1", "--kill-for", "0"});
  EXPECT_EQ(ended.code, cli::kControlFailed) << ended.err;
  EXPECT_NE(ended.out.find("SURVIVED"), std::string::npos);
  EXPECT_EQ(lines_of(ended.out).back(), "relcheck: 0 passed, 1 failed, 0 skipped");
}

TEST(Doctor, is_content) {
  auto const report =
      json_of({"doctor", "--determinism", "20", "--jobs", "1", "--json"}, cli::kPass);
  EXPECT_EQ(report["canary_found"], true);
  EXPECT_EQ(report["scenarios"], 20);
  EXPECT_EQ(report["departures"], 0);
  EXPECT_EQ(report["exit_code"], 0);
}

}  // namespace
}  // namespace properties::tests
