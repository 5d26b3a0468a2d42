#include "properties/harness/control.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "properties/tests/with_server.hpp"

namespace properties::harness {
namespace {

using model::UserId;

std::vector<trace::Account> const kAccounts{{UserId{1}, false}, {UserId{2}, true}};

class ControlTest : public tests::WithServer {
 protected:
  Control control_{dsn(), props::all_invariants(), "", ""};
  Pg pg_{dsn()};
};

TEST_F(ControlTest, leaves_nothing_after_a_reset) {
  control_.reset(kAccounts, true);
  EXPECT_EQ(control_.leftovers(kAccounts), "");
  pg_.script(
      "INSERT INTO relation VALUES (1, 2, 'ACTIVE', 1); INSERT INTO block VALUES (1, 2);"
      "INSERT INTO relation_event VALUES (1, 1, 2, 'ACTIVE', 1); UPDATE event_seq SET last = 7;"
      "INSERT INTO post VALUES (1, 1, 'PUBLIC', 0); INSERT INTO proj_follower VALUES (2, 1,"
      "'ACTIVE', 1); INSERT INTO proj_count VALUES (2, 1); INSERT INTO proj_seen VALUES (1);"
      "UPDATE proj_watermark SET applied_upto = 3, serving = false;"
      "INSERT INTO account VALUES (3, false)");
  control_.reset(kAccounts, true);
  EXPECT_EQ(control_.leftovers(kAccounts), "");
  EXPECT_EQ(control_.quiet().last, model::Seq{0});
}

struct Planted {
  std::string table;
  std::string sql;
};

Planted const kPlanted[] = {
    {"relation", "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0)"},
    {"block", "INSERT INTO block VALUES (1, 2)"},
    {"relation_event", "INSERT INTO relation_event VALUES (9, 1, 2, 'ACTIVE', 1)"},
    {"post", "INSERT INTO post VALUES (1, 1, 'SELF', 0)"},
    {"proj_follower", "INSERT INTO proj_follower VALUES (1, 2, 'REMOVED', 0)"},
    {"proj_count", "INSERT INTO proj_count VALUES (1, 0)"},
    {"proj_seen", "INSERT INTO proj_seen VALUES (1)"},
    {"event_seq", "UPDATE event_seq SET last = 1"},
    {"proj_watermark", "UPDATE proj_watermark SET applied_upto = 1"},
    {"proj_watermark", "UPDATE proj_watermark SET serving = false"},
    {"account", "INSERT INTO account VALUES (3, false)"},
    {"account", "DELETE FROM account WHERE id = 2"},
    {"account", "UPDATE account SET private = false WHERE id = 2"},
};

TEST_F(ControlTest, finds_whatever_a_reset_has_left) {
  for (auto const& [table, sql] : kPlanted) {
    control_.reset(kAccounts, true);
    ASSERT_EQ(control_.leftovers(kAccounts), "");
    pg_.script(sql);
    auto const found = control_.leftovers(kAccounts);
    EXPECT_TRUE(found.starts_with(table + " (")) << sql << ": " << found;
  }
}

TEST_F(ControlTest, sees_every_event_once_and_by_seq) {
  control_.reset(kAccounts, true);
  pg_.script("INSERT INTO relation_event VALUES (2, 2, 1, 'PENDING', 1), (1, 1, 2, 'ACTIVE', 1)");
  auto const first = control_.after_commit(false).events;
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].seq, model::Seq{1});
  EXPECT_EQ(first[1].pair, (model::Pair{UserId{2}, UserId{1}}));
  EXPECT_EQ(first[1].row.state, model::RelationState::pending);
  EXPECT_TRUE(control_.after_commit(false).events.empty());
  pg_.script("INSERT INTO relation_event VALUES (3, 1, 2, 'REMOVED', 2)");
  EXPECT_EQ(control_.after_commit(false).events.size(), 1U);
  control_.reset(kAccounts, true);
  pg_.script("INSERT INTO relation_event VALUES (1, 1, 2, 'ACTIVE', 1)");
  EXPECT_EQ(control_.after_commit(false).events.size(), 1U) << "a reset forgets what was seen";
}

TEST_F(ControlTest, sees_a_broken_invariant_after_the_commit) {
  control_.reset(kAccounts, true);
  EXPECT_TRUE(control_.after_commit(false).broken.empty());
  pg_.script("INSERT INTO relation VALUES (1, 2, 'ACTIVE', 1); INSERT INTO block VALUES (2, 1)");
  auto const broken = control_.after_commit(false).broken;
  auto const found = std::find_if(broken.begin(), broken.end(), [](auto const& one) {
    return one.name == "no_relation_between_blocked";
  });
  ASSERT_NE(found, broken.end());
  EXPECT_NE(found->row.find("\"follower\":1"), std::string::npos) << found->row;
}

/// Who breaks what, in the order it is told.
std::vector<std::string> broken_at_rest(Control& control) {
  std::vector<std::string> names;
  for (auto const& broken : control.quiet().broken) names.push_back(broken.name);
  return names;
}

TEST_F(ControlTest, says_of_rows_met_again_what_it_said_of_them_before) {
  auto const* const wrong = "UPDATE event_seq SET last = 7; INSERT INTO block VALUES (1, 1)";
  for (int round = 0; round < 2; ++round) {
    for (bool const projection : {false, true}) {
      control_.reset(kAccounts, projection);
      EXPECT_TRUE(broken_at_rest(control_).empty());
      pg_.script("ALTER TABLE block DROP CONSTRAINT IF EXISTS block_check");
      pg_.script(wrong);
      EXPECT_EQ(
          broken_at_rest(control_),
          (std::vector<std::string>{"nobody_is_paired_with_themselves", "seqs_have_no_holes"}));
    }
  }
}

TEST_F(ControlTest, compares_the_view_only_where_it_is_concerned) {
  for (int round = 0; round < 2; ++round) {
    for (bool const projection : {false, true}) {
      control_.reset(kAccounts, projection);
      pg_.script("INSERT INTO relation VALUES (1, 2, 'ACTIVE', 1)");
      EXPECT_EQ(control_.quiet().diff.missing, projection ? 1 : 0);
    }
  }
}

TEST_F(ControlTest, asks_invariants_of_the_users_whatever_the_rows) {
  auto invariants = props::all_invariants();
  invariants.push_back({.name = "own",
                        .sql = "SELECT * FROM elsewhere",
                        .when = props::When::quiescent,
                        .cites = "R1",
                        .claim = "Nothing is elsewhere.",
                        .file = "own.sql"});
  Control control{dsn(), invariants, "CREATE TABLE elsewhere (id int)", ""};
  control.reset(kAccounts, false);
  EXPECT_TRUE(broken_at_rest(control).empty());
  pg_.script("INSERT INTO elsewhere VALUES (1)");
  EXPECT_EQ(broken_at_rest(control), std::vector<std::string>{"own"});
}

TEST_F(ControlTest, knows_who_waits_for_whom) {
  control_.reset(kAccounts, true);
  Pg holder{dsn()};
  holder.script("BEGIN; SELECT FROM event_seq FOR UPDATE");
  auto const waits = control_.waits({holder.backend_pid(), pg_.backend_pid()});
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].pid, holder.backend_pid());
  EXPECT_TRUE(waits[0].for_pids.empty());
  EXPECT_TRUE(waits[1].for_pids.empty());
}

TEST_F(ControlTest, starts_from_an_empty_schema_whatever_was_there) {
  pg_.script("CREATE TABLE left_behind (id int); CREATE SEQUENCE also_left");
  Control const again{dsn(), {}, "", ""};
  EXPECT_EQ(pg_.query("SELECT count(*) FROM pg_class WHERE relname LIKE '%left%'").at(0).at(0),
            "0");
}

TEST_F(ControlTest, names_the_invariant_that_cannot_be_prepared_in_one_line) {
  auto invariants = props::all_invariants();
  invariants.front().sql = "SELECT 1 AS one FROM nowhere";
  try {
    Control const control{dsn(), invariants, "", ""};
    FAIL() << "it was prepared";
  } catch (BadInvariant const& error) {
    std::string const what{error.what()};
    EXPECT_NE(what.find("'" + invariants.front().name + "'"), std::string::npos) << what;
    EXPECT_NE(what.find("nowhere"), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace properties::harness
