#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "properties/cases/case.hpp"

namespace properties::cases {
namespace {

/// One server for all tests of the process.
class Cases : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server::Options options;
    options.workers = Bench::kWorkers;
    options.deadlock_timeout = std::chrono::milliseconds{50};
    auto started = server::Server::start(options);
    ASSERT_TRUE(started.ok()) << started.problem().line();
    server_ = std::move(started.value());
  }
  static void TearDownTestSuite() { server_.reset(); }

  static Sheet perform(std::string_view name, mutants::Mutant const* mutant) {
    Bench bench{{*server_, props::all_invariants(), mutant}};
    Sheet sheet;
    find_case(name)->perform(bench, sheet);
    return sheet;
  }

 private:
  static inline std::unique_ptr<server::Server> server_;
};

std::string failures(Sheet const& sheet) {
  std::string text;
  for (auto const& line : sheet.lines()) {
    if (line.kind == Sheet::Kind::failed) text += line.text + "\n";
  }
  return text;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (auto const& one : all_cases()) names.emplace_back(one.name);
  return names;
}

class EachCase : public Cases, public ::testing::WithParamInterface<std::string> {};

TEST_P(EachCase, passes) {
  auto const sheet = perform(GetParam(), nullptr);
  EXPECT_TRUE(sheet.passed()) << failures(sheet);
}

INSTANTIATE_TEST_SUITE_P(, EachCase, ::testing::ValuesIn(all_names()),
                         [](auto const& made) { return made.param; });

/// A case, and services that are wrong in the way it is there to show.
struct Wrong {
  std::string_view name;
  std::string_view mutant;
  std::string_view failure;  ///< Part of what it must complain of.
};

void PrintTo(Wrong const& wrong, std::ostream* out) { *out << wrong.name << ' ' << wrong.mutant; }

class WrongServices : public Cases, public ::testing::WithParamInterface<Wrong> {};

TEST_P(WrongServices, fail_the_case) {
  auto const* mutant = mutants::find_mutant(GetParam().mutant);
  ASSERT_NE(mutant, nullptr);
  auto const sheet = perform(GetParam().name, mutant);
  EXPECT_FALSE(sheet.passed());
  EXPECT_NE(failures(sheet).find(GetParam().failure), std::string::npos) << failures(sheet);
}

INSTANTIATE_TEST_SUITE_P(
    , WrongServices,
    ::testing::Values(
        Wrong{"A", "noop_writes_event", "follow(1,2)"},
        Wrong{"B", "decides_when_not_pending", "expected REJECTED(ACTIVE,v2,not pending)"},
        Wrong{"C", "version_restarts", "expected CHANGED(REMOVED,v4,seq5+seq6)"},
        Wrong{"C", "unblock_restores", "1→2 stays ACTIVE v5, expected REMOVED v4"},
        Wrong{"D", "reads_pair_without_lock", "expected CHANGED=1 NOOP=15 errors=0"},
        Wrong{"E", "version_restarts", "dense"},
        Wrong{"F", "applies_in_arrival_order", "deliver(e1) applied, expected stale"},
        Wrong{"G", "counts_by_event_kind", "expected diff=0,0,0"},
        Wrong{"H", "reads_pair_without_lock", "waited for the follow's lock in"},
        Wrong{"I", "checks_block_before_lock", "expected REJECTED(REMOVED,v0,blocked)"},
        Wrong{"J", "block_removes_one_direction", "violations="},
        Wrong{"K", "projection_only", "expected P1=ALLOW/projection P2=DENY/fallback-truth"},
        Wrong{"K", "stores_zero_token", "acl_token P1=0 P2=0, expected P1=2 P2=3"},
        Wrong{"K", "locking_token_without_lock", "committed: block, post, expected post, block"},
        Wrong{"L", "watermark_jumps_gaps", "before the first gap"}),
    [](auto const& made) {
      return std::string{made.param.name} + "_" + std::string{made.param.mutant};
    });

TEST(FindCase, takes_either_letter_case_and_nothing_else) {
  ASSERT_NE(find_case("k"), nullptr);
  EXPECT_EQ(find_case("k"), find_case("K"));
  EXPECT_EQ(find_case("N"), nullptr);
  EXPECT_EQ(find_case(""), nullptr);
  EXPECT_EQ(find_case("KK"), nullptr);
}

TEST(AllCases, are_the_letters_from_A_to_M) {
  std::string letters;
  for (auto const& name : all_names()) letters += name;
  EXPECT_EQ(letters, "ABCDEFGHIJKLM");
}

}  // namespace
}  // namespace properties::cases
