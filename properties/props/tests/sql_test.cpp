#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "impl/postgres/schema.hpp"
#include "properties/props/invariants.hpp"
#include "properties/server/server.hpp"

namespace properties::props::tests {
namespace {

constexpr char const* kSound = R"sql(
INSERT INTO account (id, private) VALUES (1, false), (2, true), (3, false);
INSERT INTO relation VALUES (1, 2, 'PENDING', 1), (2, 1, 'REMOVED', 2), (1, 3, 'ACTIVE', 3),
                            (3, 1, 'REMOVED', 0);
INSERT INTO block VALUES (2, 3);
INSERT INTO relation_event (seq, follower, followee, state, version) VALUES
  (1, 1, 2, 'PENDING', 1), (2, 2, 1, 'ACTIVE', 1), (3, 1, 3, 'ACTIVE', 1),
  (4, 2, 1, 'REMOVED', 2), (5, 1, 3, 'REMOVED', 2), (6, 1, 3, 'ACTIVE', 3);
UPDATE event_seq SET last = 6;
INSERT INTO post (id, author, visibility, acl_token) VALUES (1, 2, 'FOLLOWERS', 4);
INSERT INTO proj_follower (followee, follower, state, version) VALUES
  (2, 1, 'PENDING', 1), (1, 2, 'ACTIVE', 1), (3, 1, 'ACTIVE', 3);
INSERT INTO proj_count VALUES (1, 1), (3, 1), (2, 0);
INSERT INTO proj_seen VALUES (1), (2), (3), (6);
UPDATE proj_watermark SET applied_upto = 3;
)sql";

/// The rest of the log is delivered too.
std::string const kCaughtUp = R"sql(
UPDATE proj_follower SET state = 'REMOVED', version = 2 WHERE follower = 2;
UPDATE proj_count SET followers = 0 WHERE followee = 1;
INSERT INTO proj_seen VALUES (4), (5);
UPDATE proj_watermark SET applied_upto = 6;
)sql";

/// Changes to the sound tables, each of which the invariant of that name must see.
std::map<std::string, std::vector<std::string>> const kBroken{
    {"count_equals_active_rows",
     {"UPDATE proj_count SET followers = 2 WHERE followee = 1",
      "UPDATE proj_count SET followers = -1 WHERE followee = 2",
      "DELETE FROM proj_count WHERE followee = 1", "DELETE FROM proj_follower WHERE followee = 1"}},
    {"each_event_changes_the_state",
     {"UPDATE relation_event SET state = 'ACTIVE' WHERE seq = 5",
      "UPDATE relation_event SET state = 'REMOVED' WHERE seq = 1",
      "UPDATE relation_event SET seq = 100 WHERE seq = 2"}},
    {"everyone_named_has_an_account",
     {"INSERT INTO block VALUES (9, 1)", "INSERT INTO relation VALUES (1, 9, 'REMOVED', 0)",
      "INSERT INTO post (id, author, visibility, acl_token) VALUES (2, 9, 'SELF', 0)"}},
    {"latest_event_equals_row",
     {"UPDATE relation SET state = 'REMOVED' WHERE followee = 3",
      "UPDATE relation SET version = 4 WHERE followee = 3",
      "UPDATE relation SET state = 'ACTIVE' WHERE version = 0",
      "DELETE FROM relation_event WHERE seq = 5"}},
    {"no_relation_between_blocked",
     {"INSERT INTO block VALUES (3, 1)", "INSERT INTO block VALUES (1, 2)",
      "INSERT INTO block VALUES (2, 1)"}},
    {"no_requests_to_public_accounts", {"UPDATE account SET private = false"}},
    {"nobody_is_paired_with_themselves",
     {"ALTER TABLE block DROP CONSTRAINT block_check; INSERT INTO block VALUES (1, 1)",
      "ALTER TABLE relation DROP CONSTRAINT relation_check;"
      "INSERT INTO relation VALUES (1, 1, 'REMOVED', 0)"}},
    {"one_row_per_pair",
     {"ALTER TABLE relation DROP CONSTRAINT relation_pkey;"
      "INSERT INTO relation VALUES (1, 3, 'ACTIVE', 3)",
      "DROP INDEX relation_by_followee; ALTER TABLE relation ALTER state TYPE text;"
      "UPDATE relation SET state = 'WAITING' WHERE follower = 2"}},
    {"received_seqs_were_given_out",
     {"INSERT INTO proj_seen VALUES (7)", "INSERT INTO proj_seen VALUES (0)"}},
    {"seqs_have_no_holes",
     {"DELETE FROM relation_event WHERE seq = 1", "DELETE FROM relation_event WHERE seq = 3",
      "DELETE FROM relation_event WHERE seq = 6", "DELETE FROM relation_event",
      "UPDATE event_seq SET last = 7", "UPDATE relation_event SET seq = 0 WHERE seq = 1"}},
    {"tokens_were_given_out", {"UPDATE post SET acl_token = 7", "UPDATE post SET acl_token = -1"}},
    {"version_counts_events",
     {"UPDATE relation SET version = 4 WHERE followee = 3",
      "DELETE FROM relation_event WHERE seq = 5", "DELETE FROM relation WHERE followee = 3",
      "INSERT INTO relation VALUES (3, 2, 'REMOVED', 1)",
      "UPDATE relation_event SET version = 7 WHERE seq = 6"}},
    {"view_at_the_last_seq_equals_the_truth",
     {kCaughtUp + "UPDATE proj_follower SET state = 'ACTIVE' WHERE follower = 2",
      kCaughtUp + "DELETE FROM proj_follower WHERE followee = 3",
      kCaughtUp + "DELETE FROM proj_follower WHERE followee = 2",
      kCaughtUp + "INSERT INTO proj_follower VALUES (2, 3, 'ACTIVE', 1)"}},
    {"view_rows_are_events",
     {"UPDATE proj_follower SET version = 4 WHERE followee = 3",
      "UPDATE proj_follower SET state = 'ACTIVE' WHERE followee = 2",
      "INSERT INTO proj_follower VALUES (3, 2, 'ACTIVE', 0)",
      "INSERT INTO proj_follower VALUES (3, 2, 'REMOVED', 1)"}},
    {"watermark_is_not_left_behind",
     {"UPDATE proj_watermark SET applied_upto = 2", "INSERT INTO proj_seen VALUES (4)"}},
    {"watermark_means_applied",
     {"DELETE FROM proj_follower WHERE followee = 1",
      "UPDATE proj_follower SET version = 0 WHERE followee = 3"}},
    {"watermark_within_seen_prefix",
     {"UPDATE proj_watermark SET applied_upto = 4", "UPDATE proj_watermark SET applied_upto = 6",
      "UPDATE proj_watermark SET applied_upto = -1", "DELETE FROM proj_seen WHERE seq = 2"}},
};

using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using Answer = std::unique_ptr<PGresult, decltype(&PQclear)>;

/// One server for all tests of this file, with the services' schema.
class SqlInvariants : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = server::Server::start({});
    ASSERT_TRUE(started.ok()) << started.problem().line();
    server_ = std::move(started.value());
    connection_.reset(PQconnectdb(server_->worker_dsn(0).c_str()));
    ask(std::string{impl::postgres::schema_sql()});
  }
  static void TearDownTestSuite() {
    connection_.reset();
    server_.reset();
  }

  /// How many rows the invariant returns once `tables` has been made; nothing stays behind.
  static int rows(Invariant const& invariant, std::string const& tables) {
    ask("BEGIN;" + tables);
    auto const found = ask(invariant.sql);
    ask("ROLLBACK");
    return PQntuples(found.get());
  }

 private:
  /// The answer to the last of the statements; all must succeed.
  static Answer ask(std::string const& sql) {
    Answer answer{PQexec(connection_.get(), sql.c_str()), &PQclear};
    auto const status = PQresultStatus(answer.get());
    EXPECT_TRUE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        << PQerrorMessage(connection_.get()) << sql;
    return answer;
  }

  static inline std::unique_ptr<server::Server> server_;
  static inline Connection connection_{nullptr, &PQfinish};
};

TEST_F(SqlInvariants, are_silent_about_sound_tables) {
  for (auto const& invariant : all_invariants()) {
    EXPECT_EQ(rows(invariant, ""), 0) << invariant.name << " on empty tables";
    EXPECT_EQ(rows(invariant, kSound), 0) << invariant.name << " on a view that lags";
    EXPECT_EQ(rows(invariant, kSound + kCaughtUp), 0) << invariant.name << " on a full view";
  }
}

TEST_F(SqlInvariants, return_a_row_for_every_way_to_break_them) {
  for (auto const& invariant : all_invariants()) {
    ASSERT_TRUE(kBroken.contains(invariant.name)) << "show " << invariant.name << " bad rows";
    for (auto const& change : kBroken.at(invariant.name)) {
      EXPECT_GT(rows(invariant, kSound + change), 0) << invariant.name << " after " << change;
    }
  }
}

}  // namespace
}  // namespace properties::props::tests
