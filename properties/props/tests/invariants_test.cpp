#include "properties/props/invariants.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace properties::props::tests {
namespace {

constexpr char const* kFile = "mine/no_ghosts.sql";
constexpr char const* kHeader =
    "-- relcheck: invariant when=commit severity=safety cites=R1,R3\n-- There are no ghosts.\n";

std::string error_of(std::string const& text) {
  auto const parsed = parse_invariant(text, kFile);
  auto const* error = std::get_if<std::string>(&parsed);
  return error == nullptr ? "no error" : *error;
}

TEST(parse_invariant, takes_header_claim_and_sql) {
  auto const parsed = parse_invariant(std::string{kHeader} + "-- At all.\nSELECT 1\n;\n", kFile);
  auto const& invariant = std::get<Invariant>(parsed);
  EXPECT_EQ(invariant.name, "no_ghosts");
  EXPECT_EQ(invariant.sql, "SELECT 1");
  EXPECT_EQ(invariant.when, When::commit);
  EXPECT_EQ(invariant.cites, "R1,R3");
  EXPECT_EQ(invariant.claim, "There are no ghosts. At all.");
  EXPECT_EQ(invariant.file, kFile);
  EXPECT_EQ(property_name(invariant), "sql.no_ghosts");
}

TEST(parse_invariant, reads_files_with_carriage_returns) {
  auto const parsed = parse_invariant(
      "-- relcheck: invariant when=quiescent\r\n-- A claim.\r\nSELECT 1\r\n", kFile);
  EXPECT_EQ(std::get<Invariant>(parsed).sql, "SELECT 1");
  EXPECT_EQ(std::get<Invariant>(parsed).claim, "A claim.");
}

TEST(parse_invariant, a_semicolon_in_a_string_or_a_comment_ends_nothing) {
  auto const parsed = parse_invariant(
      std::string{kHeader} + "SELECT ';' AS \"a;b\" -- one; two\n FROM post;", kFile);
  EXPECT_EQ(std::get<Invariant>(parsed).sql, "SELECT ';' AS \"a;b\" -- one; two\n FROM post");
}

TEST(parse_invariant, says_where_and_what_was_expected) {
  std::string const expected_header =
      "expected the header -- relcheck: invariant when=commit|quiescent severity=safety cites=R3";
  EXPECT_EQ(error_of(""),
            "mine/no_ghosts.sql:1: the file is empty: write an SQL invariant into it");
  EXPECT_EQ(error_of("SELECT 1"), "mine/no_ghosts.sql:1: " + expected_header);
  EXPECT_EQ(error_of("-- relcheck: invariant\n-- C.\nSELECT 1"),
            "mine/no_ghosts.sql:1: the header lacks when=: write when=commit or when=quiescent");
  EXPECT_EQ(error_of("-- relcheck: invariant when=never\n-- C.\nSELECT 1"),
            "mine/no_ghosts.sql:1: when=never is unknown: write when=commit or when=quiescent");
  EXPECT_NE(error_of("-- relcheck: invariant when=commit loud\n-- C.\nSELECT 1")
                .find("'loud' is not a setting"),
            std::string::npos);
  EXPECT_NE(error_of("-- relcheck: invariant when=commit severity=mild\n").find("severity=mild"),
            std::string::npos);
  EXPECT_NE(error_of("-- relcheck: invariant when=commit cites=\n").find("cites= names nothing"),
            std::string::npos);
  EXPECT_EQ(error_of("-- relcheck: invariant when=commit\nSELECT 1"),
            "mine/no_ghosts.sql:2: expected a comment: say in one sentence what is claimed");
  EXPECT_EQ(error_of(std::string{kHeader} + "\n;\n"),
            "mine/no_ghosts.sql:3: expected SQL: write a SELECT of the rows that break the claim");
  EXPECT_EQ(error_of(std::string{kHeader} + "SELECT 1; SELECT 2"),
            "mine/no_ghosts.sql:3: expected one statement: put a second one into a file of its "
            "own");
}

TEST(all_invariants, are_the_files_of_the_folder_sorted_by_name) {
  auto const& all = all_invariants();
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Invariant::name));
  EXPECT_EQ(all.size(), static_cast<std::size_t>(RELCHECK_INVARIANT_FILES));
  for (auto const& invariant : all) {
    EXPECT_EQ(invariant.file, "properties/invariants/" + invariant.name + ".sql");
    EXPECT_FALSE(invariant.cites.empty()) << invariant.name;
    EXPECT_TRUE(invariant.claim.ends_with('.')) << invariant.name;
    EXPECT_TRUE(invariant.sql.starts_with("SELECT")) << invariant.name;
  }
}

/// The harness remembers what they say of rows.
TEST(all_invariants, are_functions_of_the_rows) {
  for (auto const& invariant : all_invariants()) {
    for (auto const* const other : {"pg_", "now(", "current_", "clock_", "random", "nextval"}) {
      EXPECT_EQ(invariant.sql.find(other), std::string::npos) << invariant.name << ": " << other;
    }
  }
}

}  // namespace
}  // namespace properties::props::tests
