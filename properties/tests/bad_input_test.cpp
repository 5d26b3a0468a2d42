#include <gtest/gtest.h>

#include "properties/cli/exit_code.hpp"
#include "properties/tests/child.hpp"
#include "properties/tests/traces.hpp"

namespace properties::tests {
namespace {

using ::testing::Combine;
using ::testing::Values;

/// One line that begins with our name and holds every one of `words`; the code; and no output.
void expect_refusal(Ended const& ended, int code, std::vector<std::string> const& words) {
  EXPECT_EQ(ended.code, code) << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("relcheck: ")) << ended.err;
  for (auto const& word : words) {
    EXPECT_NE(ended.err.find(word), std::string::npos) << "'" << word << "' in: " << ended.err;
  }
  EXPECT_EQ(ended.out, "");
}

// Traces ------------------------------------------------------------------------------------------

/// A way to spoil a trace, and what the message must then say.
struct Spoilt {
  std::string name;
  std::string (*text)();
  std::vector<std::string> words;
};

Spoilt const kSpoilt[] = {
    {"cut", [] { return hand_written_trace().substr(0, 400); }, {"the file is cut", "again"}},
    {"empty", [] { return std::string{}; }, {"empty"}},
    {"another_version",
     [] { return with(hand_written_trace(), "relcheck/trace/1", "relcheck/trace/99"); },
     {"version", "99", "1"}},
    {"unknown_operation",
     [] { return with(hand_written_trace(), "\"op\": \"unblock\"", "\"op\": \"befriend\""); },
     {"/scenario/sessions/0/actions/2/op", "befriend", "unblock"}},
    {"unknown_mutant",
     [] { return with(hand_written_trace(), "unblock_restores", "unblock_restored"); },
     {"unblock_restored", "unblock_restores", "relcheck list mutants"}},
    {"no_json", [] { return std::string{"follow(1,2)\n"}; }, {"line 1"}},
    {"clashing_sessions",
     [] { return with(hand_written_trace(), "\"c2\"", "\"c1\""); },
     {"/scenario/sessions/1", "c1"}},
};

class SpoiltTrace : public ::testing::TestWithParam<std::tuple<Spoilt, std::string>> {};

TEST_P(SpoiltTrace, is_refused_in_one_line) {
  auto const& [spoilt, command] = GetParam();
  Scratch const scratch;
  auto const file = scratch / "bad.trace.json";
  write_text(file, spoilt.text());
  auto words = spoilt.words;
  if (spoilt.name != "unknown_mutant") words.push_back(file.string());
  auto const ended = relcheck({command, file});
  if (command == "explain" && spoilt.name == "unknown_mutant") {
    EXPECT_EQ(ended.code, cli::kPass) << "it tells what a trace says, whichever mutants there are";
  } else {
    expect_refusal(ended, cli::kUsage, words);
  }
}

INSTANTIATE_TEST_SUITE_P(every, SpoiltTrace,
                         Combine(::testing::ValuesIn(kSpoilt),
                                 Values("replay", "shrink", "explain")),
                         [](auto const& tested) {
                           return std::get<0>(tested.param).name + "_by_" +
                                  std::get<1>(tested.param);
                         });

TEST(SpoiltTrace, among_good_ones_stops_a_replay_before_it_starts) {
  Scratch const scratch;
  write_text(scratch / "a.trace.json", hand_written_trace());
  write_text(scratch / "b.trace.json", hand_written_trace().substr(0, 300));
  expect_refusal(relcheck({"replay", scratch.path()}), cli::kUsage, {"b.trace.json", "cut"});
}

TEST(RecordedTrace, that_departs_is_flaky_and_names_the_step) {
  Scratch const scratch;
  auto const recorded = make_recorded_trace(scratch.path());
  ASSERT_FALSE(recorded.empty());
  write_text(recorded, with(text_of(recorded), "\"note\": \"REMOVED v0\"", "\"note\": \"v9\""));
  auto const strict = relcheck({"replay", recorded});
  EXPECT_EQ(strict.code, cli::kFlaky) << strict.out << strict.err;
  EXPECT_NE(strict.out.find("DEPARTED   1 of 1 runs; the first at step "), std::string::npos);
  EXPECT_NE(strict.out.find("(v9)"), std::string::npos);
  auto const regress = relcheck({"replay", "--regress", recorded});
  EXPECT_EQ(regress.code, cli::kPass) << regress.out << regress.err;
}

// Arguments ---------------------------------------------------------------------------------------

struct Argument {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> words;
};

Argument const kArguments[] = {
    {"property",
     {"run", "no_deadlok"},
     {"no_deadlok", "'no_deadlock'", "relcheck list properties"}},
    {"mutant_of_run",
     {"run", "--mutant", "version_restart"},
     {"version_restart", "'version_restarts'", "relcheck list mutants"}},
    {"mutant_of_mutants",
     {"mutants", "version_restart"},
     {"version_restart", "'version_restarts'", "relcheck list mutants"}},
    {"strategy", {"run", "--strategy", "pct"}, {"'pct'", "random", "weighted", "preempt:1"}},
    {"nothing_to_explore", {"explore"}, {"--ops", "--all-pairs", "--all-triples"}},
    {"two_things_to_explore", {"explore", "--all-pairs", "--all-triples"}, {"one of --ops"}},
    {"no_such_operation",
     {"explore", "--ops", "folow(a,b) || block(b,a)"},
     {"'folow(a,b)'", "unfollow(a,b)"}},
    {"operation_without_brackets", {"explore", "--ops", "follow"}, {"'follow'", "brackets"}},
    {"operation_of_another_form",
     {"explore", "--ops", "decide(a,b)"},
     {"'decide(a,b)'", "decide(b,a,accept|refuse)"}},
    {"operation_of_nobody", {"explore", "--ops", "follow(a,B)"}, {"'follow(a,B)'", "'B'", "user"}},
    {"no_operation", {"explore", "--ops", "follow(a,b) ||"}, {"operation is missing"}},
    {"given_to_all_pairs", {"explore", "--all-pairs", "--given", "follow(a,b)"}, {"--given"}},
    {"resuming_one", {"explore", "--ops", "follow(a,b)", "--resume", "f"}, {"--resume"}},
    {"mutant_of_explore",
     {"explore", "--all-pairs", "--mutant", "version_restart"},
     {"version_restart", "'version_restarts'", "relcheck list mutants"}},
    {"list", {"list", "bugs"}, {"'bugs'", "properties", "mutants", "strategies"}},
    {"seed", {"run", "--seed", "tuesday"}, {"--seed", "'tuesday'", "number"}},
    {"seed_too_large", {"run", "--seed", "99999999999999999999"}, {"--seed", "number"}},
    {"shard_past_the_end", {"run", "--shard", "2/2"}, {"--shard", "'2/2'", "i < n"}},
    {"shard_below_zero", {"run", "--shard", "-1/2"}, {"--shard", "'-1/2'", "i < n"}},
    {"shard_of_none", {"run", "--shard", "0/0"}, {"--shard", "'0/0'"}},
    {"shard_without_slash", {"run", "--shard", "1"}, {"--shard", "'1'", "i/n"}},
    {"time", {"run", "--for", "soon"}, {"--for", "soon"}},
    {"no_cases", {"run", "--cases", "0"}, {"--cases", "0"}},
    {"too_old_a_server", {"run", "--pg", "12"}, {"--pg", "12", "15"}},
    {"dsn_and_version", {"run", "--dsn", "dbname=x", "--pg", "16"}, {"--pg", "--dsn"}},
    {"no_such_trace", {"replay", "/nowhere/a.trace.json"}, {"/nowhere/a.trace.json", "exist"}},
    {"no_such_trace_to_shrink", {"shrink", "/nowhere/a.trace.json"}, {"/nowhere/a.trace.json"}},
    {"no_such_trace_to_explain", {"explain", "/nowhere/a.trace.json"}, {"/nowhere/a.trace.json"}},
    {"no_trace", {"replay"}, {"trace", "required"}},
    {"no_such_folder_of_invariants",
     {"run", "--invariants", "/nowhere"},
     {"--invariants", "/nowhere"}},
    {"unknown_option", {"run", "--fast"}, {"--fast"}},
    {"unknown_command", {"fuzz"}, {"'fuzz'", "relcheck --help"}},
    {"no_command", {}, {"command", "relcheck --help"}},
};

class BadArgument : public ::testing::TestWithParam<Argument> {};

TEST_P(BadArgument, is_refused_in_one_line) {
  expect_refusal(relcheck(GetParam().arguments), cli::kUsage, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(every, BadArgument, ::testing::ValuesIn(kArguments),
                         [](auto const& tested) { return tested.param.name; });

TEST(BadInvariant, without_a_header_is_refused_with_its_line) {
  Scratch const scratch;
  write_text(scratch / "mine.sql", "SELECT 1\n");
  expect_refusal(relcheck({"run", "--invariants", scratch.path()}), cli::kUsage,
                 {"mine.sql:1", "expected the header"});
}

TEST(BadInvariant, that_the_server_does_not_understand_is_refused_by_name) {
  Scratch const scratch;
  write_text(scratch / "mine.sql",
             "-- relcheck: invariant when=commit severity=safety cites=R3\n"
             "-- Nobody follows a table that is not there.\n"
             "SELECT 1 AS one FROM nowhere\n");
  auto const ended =
      relcheck({"run", "--invariants", scratch.path(), "--cases", "1", "--no-canary"});
  EXPECT_EQ(ended.code, cli::kUsage) << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_NE(ended.err.find("mine"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("nowhere"), std::string::npos) << ended.err;
}

/// A folder with one invariant of one's own.
Ended run_with(Scratch const& folder, std::string const& name, std::string const& select) {
  write_text(folder / name,
             "-- relcheck: invariant when=commit severity=safety cites=R3\n"
             "-- A claim of our own.\n" +
                 select + "\n");
  return relcheck({"run", "--invariants", folder.path(), "--cases", "20", "--seed", "1"});
}

TEST(BadInvariant, that_fails_on_the_rows_is_its_authors_fault) {
  Scratch const scratch;
  auto const ended =
      run_with(scratch, "mine.sql", "SELECT 1 / (version - version) AS x FROM relation");
  EXPECT_EQ(ended.code, cli::kUsage) << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_NE(ended.err.find("division by zero"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("correct its SQL"), std::string::npos) << ended.err;
}

TEST(BadInvariant, of_a_name_that_is_taken_or_cannot_be_one_is_refused) {
  Scratch const scratch;
  expect_refusal(run_with(scratch, "one_row_per_pair.sql", "SELECT 1"), cli::kUsage,
                 {"one_row_per_pair", "rename the file"});
  Scratch const other;
  expect_refusal(run_with(other, "it's mine.sql", "SELECT 1"), cli::kUsage,
                 {"it's mine.sql:1", "small letters"});
}

}  // namespace
}  // namespace properties::tests
