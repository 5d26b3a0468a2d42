#include "checker/check_command.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "checker/finding/picture.hpp"
#include "checker/tests/following.hpp"

namespace checker {
namespace {

using namespace tests;

std::string trace(std::string const& path) { return std::string{RELCHECK_TRACES} + "/" + path; }

std::string const kLegal = trace("litmus/legal/register-fresh-read.jsonl");
std::string const kIllegal = trace("litmus/illegal/register-stale-read.jsonl");
std::string const kManyParts = trace("peer/porcupine/kv/c10-bad.txt");

CheckOptions of(std::vector<std::string> files) {
  CheckOptions options;
  options.files = std::move(files);
  return options;
}

TEST(check_command, passes_a_legal_history) {
  auto const ran = run(of({kLegal}));
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, "LEGAL      " + kLegal +
                         ": register, 3 operations\nrelcheck: 1 passed, 0 failed, 0 undecided\n");
}

TEST(check_command, fails_an_illegal_history_and_says_why) {
  auto const ran = run(of({kLegal, kIllegal}));
  EXPECT_EQ(ran.exit, 1);
  EXPECT_NE(ran.out.find("C answered 1. It should have been 2"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("relcheck: 1 passed, 1 failed, 0 undecided\n"), std::string::npos);
}

TEST(check_command, a_spent_budget_is_undecided_and_told_in_configurations) {
  auto options = of({trace("peer/porcupine/jepsen/etcd_002.log")});
  options.budget = 3;
  auto const ran = run(options);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_NE(ran.out.find(" configurations was spent: "), std::string::npos) << ran.out;
}

TEST(check_command, an_empty_history_is_no_pass) {
  EXPECT_EQ(run(of({trace("peer/porcupine/jepsen/etcd_095.log")})).exit, 2);
}

TEST(check_command, a_malformed_or_missing_file_is_a_matter_of_usage) {
  ScratchFile const file{"hello\n"};
  auto const ran = run(of({file.path(), "/nonexistent"}));
  EXPECT_EQ(ran.exit, 64);
  EXPECT_NE(ran.out.find(": 1: found 'hello'"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("/nonexistent: cannot be read"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0 passed, 0 failed, 0 undecided, 2 errors\n"), std::string::npos);
}

TEST(check_command, a_violation_is_not_hidden_by_a_malformed_file) {
  EXPECT_EQ(run(of({"/nonexistent", kIllegal})).exit, 1);
}

TEST(check_command, a_result_that_cannot_be_written_is_the_environments_fault) {
  auto options = of({kLegal});
  options.explain = "/nonexistent/folder/explanation.txt";
  EXPECT_EQ(run(options).exit, 75);
}

TEST(check_command, says_the_same_whatever_the_number_of_jobs) {
  auto options = of({kManyParts});
  auto const alone = run(options);
  options.jobs = 4;
  EXPECT_EQ(run(options).out, alone.out);
}

/// Writes that are all open at one time, and a read of what none of them wrote.
std::string hard_history() {
  std::string text = "{\"history\":1,\"spec\":\"register\"}\n";
  auto const line = [&](int process, std::string const& rest) {
    text += "{\"process\":" + std::to_string(process) + "," + rest + "}\n";
  };
  constexpr int kWrites = 24;
  for (int i = 0; i < kWrites; ++i) {
    line(i, "\"type\":\"invoke\",\"op\":\"write\",\"args\":[" + std::to_string(i) + "]");
  }
  line(kWrites, R"("type":"invoke","op":"cas","args":[-2,0])");
  line(kWrites + 1, R"("type":"invoke","op":"read")");
  for (int i = 0; i < kWrites; ++i) line(i, R"("type":"ok")");
  line(kWrites, R"("type":"ok","value":false)");
  line(kWrites + 1, R"("type":"ok","value":-1)");
  return text;
}

/// What the command line says of one file.
Ran run_line(std::vector<std::string> const& arguments) {
  CLI::App app;
  CheckOptions options;
  bool parsed = false;
  mount_check(app, options, parsed);
  std::vector<std::string> backwards{arguments.rbegin(), arguments.rend()};
  backwards.emplace_back("check");
  app.parse(backwards);
  EXPECT_TRUE(parsed);
  return run(options);
}

void expect_environment(Ran const& ran, std::string const& why) {
  EXPECT_EQ(ran.exit, 75) << ran.out;
  EXPECT_NE(ran.out.find(why), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0 passed, 0 failed, 0 undecided, 1 error\n"), std::string::npos)
      << ran.out;
}

TEST(check_command, a_limit_below_zero_is_refused) {
  for (auto const* option : {"--budget", "--memory", "--timeout"}) {
    try {
      static_cast<void>(run_line({kLegal, option, "-1"}));
      ADD_FAILURE() << option << " took it";
    } catch (CLI::ValidationError const& refused) {
      EXPECT_EQ(refused.what(), std::string{option} + ": -1 is less than 0");
    }
  }
}

TEST(check_command, out_of_time_is_the_environments_fault_and_no_verdict) {
  ScratchFile const file{hard_history()};
  expect_environment(run_line({file.path(), "--timeout", "0.05", "--budget", "1000000000"}),
                     "time: stopped");
}

TEST(check_command, out_of_memory_is_the_environments_fault_and_no_verdict) {
  ScratchFile const file{hard_history()};
  expect_environment(run_line({file.path(), "--memory", "4"}),
                     "memory: the configurations fill what was allowed");
}

TEST(check_command, a_violation_is_not_hidden_by_a_file_that_took_too_much) {
  ScratchFile const file{hard_history()};
  auto const ran = run_line({file.path(), kIllegal, "--memory", "4"});
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_NE(ran.out.find("0 passed, 1 failed, 0 undecided, 1 error\n"), std::string::npos);
}

TEST(check_command, a_violation_is_not_hidden_by_a_key_that_took_too_much) {
  auto text = hard_history();
  for (std::size_t at = text.find("\"op\""); at != std::string::npos;
       at = text.find("\"op\"", at)) {
    text.insert(at, "\"key\":\"hard\",");
    at += 15;
  }
  text += R"({"process":99,"type":"invoke","op":"read","key":"easy"})"
          "\n"
          R"({"process":99,"type":"ok","value":7})"
          "\n";
  ScratchFile const file{text};
  auto const ran = run_line({file.path(), "--memory", "4"});
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_NE(ran.out.find("in 2 parts, 1 of them illegal, 1 undecided, key easy"), std::string::npos)
      << ran.out;
}

TEST(check_command, json_holds_the_evidence) {
  auto options = of({kIllegal});
  options.json = true;
  auto const json = nlohmann::json::parse(run(options).out);
  EXPECT_EQ(json["failed"], 1);
  auto const& result = json["results"][0];
  EXPECT_EQ(result["verdict"], "illegal");
  ASSERT_EQ(result["evidence"].size(), 3U);
  EXPECT_EQ(result["evidence"][2]["call"], "read()");
  EXPECT_EQ(result["evidence"][2]["returned_at"], 7);
}

TEST(check_command, draws_a_long_failing_history_in_at_most_100_kb) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    int const version = i == 70'000 ? i - 20 : i + 1;
    auto const* op = i == 70'000 ? "read" : "write";
    text += std::to_string(i % 50) + " 0 " + op + " 0 " + std::to_string(10 * i) + " ok " +
            std::to_string(10 * i + 100) + " " + std::to_string(i > 70'000 ? i : version) + "\n";
  }
  ScratchFile const file{text};
  ScratchFile const picture{"", ".svg"};
  auto options = of({file.path()});
  options.format = "versioned";
  options.svg = picture.path();
  EXPECT_EQ(run(options).exit, 1);
  auto const svg = picture.contents();
  EXPECT_LE(svg.size(), 100'000U);
  EXPECT_NE(svg.find("class=\"evidence\""), std::string::npos);
  EXPECT_NE(svg.find("class=\"nearby\""), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace checker
