#include <gtest/gtest.h>

#include <algorithm>

#include "properties/cli/exit_code.hpp"
#include "properties/server/run_folder.hpp"
#include "properties/tests/child.hpp"
#include "properties/tests/traces.hpp"

namespace properties::tests {
namespace {

namespace fs = std::filesystem;

Launch endless(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--seed", "1", "--jobs", "1", "--for", "2h", "--sessions", "2",
                                     "--operations", "3"});
  return {.arguments = std::move(arguments)};
}

Launch endless_campaign(fs::path const& out) {
  return endless({"run", "--mutant", "unblock_restores", "--keep-going", "--out", out});
}

void expect_nothing_left(fs::path const& folder) {
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(server::server_processes(folder).empty());
}

/// Interrupts a campaign that has found something.
void interrupt_after_a_finding(int number) {
  Scratch const scratch;
  auto const out = scratch / "out";
  Child child{endless_campaign(out)};
  ASSERT_TRUE(comes_true([&] { return !files_named(out, "server.log").empty(); })) << child.said();
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  child.signal(number);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kViolation) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out.find("stopped because: interrupted"), std::string::npos) << ended.out;
  EXPECT_TRUE(lines_of(ended.out).back().starts_with("relcheck: ")) << ended.out;
  expect_nothing_left(*folder);
  for (auto const* name : {"raw.trace.json", "min.trace.json", "history.jsonl", "explain.md"}) {
    EXPECT_FALSE(files_named(out, name).empty()) << name;
  }
  auto const again = relcheck({"replay", files_named(out, "min.trace.json").front()});
  EXPECT_EQ(again.code, cli::kViolation) << again.out << again.err;
}

TEST(Interrupted, by_the_keyboard_after_a_finding) { interrupt_after_a_finding(SIGINT); }

TEST(Interrupted, by_a_request_to_end_after_a_finding) { interrupt_after_a_finding(SIGTERM); }

TEST(Interrupted, without_a_finding_is_inconclusive) {
  Child child{endless({"run"})};
  ASSERT_TRUE(comes_true([&] { return child.said().find("canary ") != std::string::npos; }));
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  child.signal(SIGINT);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kInconclusive) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out.find("stopped because: interrupted"), std::string::npos) << ended.out;
  expect_nothing_left(*folder);
}

TEST(Interrupted, while_replaying_is_inconclusive) {
  Scratch const scratch;
  auto const text = with(hand_written_trace(), "\"unblock_restores\"", "\"\"");
  write_text(scratch / "a.trace.json", with(text, "violation", "pass"));
  Child child{{.arguments = {"replay", scratch / "a.trace.json", "--times", "1000000000"}}};
  ASSERT_TRUE(comes_true([&] {
    auto const folder = child.server_folder();
    return folder && postmaster_in(*folder) != 0;
  }));
  auto const folder = child.server_folder();
  child.signal(SIGINT);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kInconclusive) << ended.err;
  EXPECT_EQ(ended.err, "");
  expect_nothing_left(*folder);
}

TEST(Interrupted, mutants_that_were_not_tried_to_the_end_are_skipped) {
  Child child{
      {.arguments = {"mutants", "fresh_token_from_view", "unblock_restores", "--seeds", "100000"}}};
  ASSERT_TRUE(comes_true([&] { return child.said().find("seed ") != std::string::npos; }));
  child.signal(SIGINT);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kInconclusive) << ended.err;
  EXPECT_EQ(lines_of(ended.out).back(), "relcheck: 0 passed, 0 failed, 2 skipped");
  EXPECT_EQ(ended.out.find("SURVIVED"), std::string::npos) << ended.out;
}

TEST(Killed, leaves_no_server_and_what_was_found) {
  Scratch const scratch;
  auto const out = scratch / "out";
  Child child{endless_campaign(out)};
  ASSERT_TRUE(comes_true([&] { return !files_named(out, "server.log").empty(); })) << child.said();
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  child.signal(SIGKILL);
  EXPECT_EQ(child.wait().code, 128 + SIGKILL);
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(comes_true([&] { return !fs::exists(*folder); }));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{10});
  EXPECT_TRUE(server::server_processes(*folder).empty());
  auto const again = relcheck({"replay", files_named(out, "min.trace.json").front()});
  EXPECT_EQ(again.code, cli::kViolation) << again.out << again.err;
}

TEST(TwoAtOnce, do_not_disturb_each_other) {
  Scratch const scratch;
  auto const file = scratch / "a.trace.json";
  write_text(file, hand_written_trace());
  Child first{{.arguments = {"replay", file}}};
  Child second{{.arguments = {"replay", file}}};
  EXPECT_EQ(first.wait().code, cli::kViolation);
  EXPECT_EQ(second.wait().code, cli::kViolation);
}

}  // namespace
}  // namespace properties::tests
