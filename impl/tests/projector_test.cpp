#include "impl/service/projector.hpp"

#include <algorithm>

#include "impl/tests/database.hpp"
#include "impl/tests/recording_store.hpp"

namespace impl::tests {
namespace {

constexpr Pair kPair{UserId{1}, UserId{2}};

RelationEvent event(std::int64_t seq, RelationState state, std::int64_t version,
                    Pair pair = kPair) {
  return {Seq{seq}, pair, {state, Version{version}}};
}
RelationEvent active(std::int64_t seq, std::int64_t version) {
  return event(seq, RelationState::active, version);
}
RelationEvent removed(std::int64_t seq, std::int64_t version) {
  return event(seq, RelationState::removed, version);
}

class ProjectorTest : public DatabaseTest {
 protected:
  void SetUp() override {
    DatabaseTest::SetUp();
    recorder = std::make_unique<RecordingProjectionStore>(*projection, steps);
    consumer = std::make_unique<Projector>(*recorder, runtime());
  }
  std::string row() { return sql->value("SELECT (state, version) FROM proj_follower"); }
  std::string count() { return sql->value("SELECT followers FROM proj_count"); }
  std::string watermark() { return sql->value("SELECT applied_upto FROM proj_watermark"); }
  std::string serving() { return sql->value("SELECT serving FROM proj_watermark"); }
  /// Writes a log of `changes` alternating follows and unfollows of 1 → 2.
  void write_log(int changes) {
    for (int i = 0; i < changes; ++i) {
      auto const result = i % 2 == 0 ? relations->follow(UserId{1}, UserId{2})
                                     : relations->unfollow(UserId{1}, UserId{2});
      ASSERT_EQ(result->outcome, Outcome::changed);
    }
  }

  Steps steps;
  std::unique_ptr<RecordingProjectionStore> recorder;
  std::unique_ptr<Projector> consumer;
};

TEST_F(ProjectorTest, late_and_repeated_events_do_not_revive_a_removed_relation) {
  EXPECT_EQ(*consumer->apply(removed(2, 2)), ApplyVerdict::applied);
  EXPECT_EQ(watermark(), "0");
  EXPECT_EQ(*consumer->apply(active(1, 1)), ApplyVerdict::stale);
  EXPECT_EQ(watermark(), "2");
  EXPECT_EQ(*consumer->apply(active(1, 1)), ApplyVerdict::dup);
  EXPECT_EQ(row(), "(REMOVED,2)");
  EXPECT_EQ(count(), "");
}

TEST_F(ProjectorTest, an_applied_event_takes_these_steps) {
  EXPECT_EQ(*consumer->apply(active(1, 1)), ApplyVerdict::applied);
  EXPECT_EQ(steps,
            (Steps{"begin", "mark_seen", "ensure_row", "lock_row", "replace_row", "add_count",
                   "lock_watermark", "seen_prefix", "save_watermark", "commit"}));
}

TEST_F(ProjectorTest, a_duplicate_takes_two_steps_and_a_commit) {
  (void)consumer->apply(active(1, 1));
  steps.clear();
  (void)consumer->apply(active(1, 1));
  EXPECT_EQ(steps, (Steps{"begin", "mark_seen", "commit"}));
}

TEST_F(ProjectorTest, a_stale_event_beyond_a_gap_moves_nothing) {
  (void)consumer->apply(removed(4, 4));
  steps.clear();
  EXPECT_EQ(*consumer->apply(active(3, 3)), ApplyVerdict::stale);
  EXPECT_EQ(steps, (Steps{"begin", "mark_seen", "ensure_row", "lock_row", "lock_watermark",
                          "seen_prefix", "commit"}));
}

TEST_F(ProjectorTest, the_count_follows_the_states_replaced_and_accepted) {
  (void)consumer->apply(active(1, 1));
  EXPECT_EQ(count(), "1");
  (void)consumer->apply(active(3, 3));  // Replaces ACTIVE by ACTIVE: 2 was overtaken.
  EXPECT_EQ(count(), "1");
  (void)consumer->apply(event(4, RelationState::pending, 4));
  EXPECT_EQ(count(), "0");
  (void)consumer->apply(removed(5, 5));
  EXPECT_EQ(count(), "0");
  EXPECT_EQ(watermark(), "1");
  (void)consumer->apply(removed(2, 2));
  EXPECT_EQ(watermark(), "5");
}

TEST_F(ProjectorTest, catch_up_applies_all_there_is) {
  write_log(5);
  EXPECT_EQ(*consumer->catch_up(), 5);
  EXPECT_EQ(*consumer->catch_up(), 0);
  EXPECT_EQ(*consumer->diff(), (ProjectionDiff{0, 0, 0, Seq{5}, Seq{5}}));
  EXPECT_EQ(metrics.verdicts(ApplyVerdict::applied), 5);
  EXPECT_EQ(metrics.watermark_lag(), 0);
}

TEST_F(ProjectorTest, catch_up_works_in_batches) {
  sql->run(R"sql(
    INSERT INTO relation_event SELECT i, 1, 1 + i, 'ACTIVE', 1 FROM generate_series(1, 1200) i;
    UPDATE event_seq SET last = 1200)sql");
  EXPECT_EQ(*consumer->catch_up(), 1200);
  EXPECT_EQ(watermark(), "1200");
  EXPECT_EQ(std::count(steps.begin(), steps.end(), "fetch_events"), 4);
}

TEST_F(ProjectorTest, catch_up_stops_at_a_gap_and_the_watermark_tells) {
  write_log(4);
  sql->run("DELETE FROM relation_event WHERE seq = 2");
  EXPECT_EQ(*consumer->catch_up(), 3 + 2);  // What lies beyond the gap comes again: dup.
  EXPECT_EQ(watermark(), "1");
  EXPECT_EQ(*consumer->catch_up(), 2);
  EXPECT_EQ(watermark(), "1");
  EXPECT_EQ(metrics.watermark_lag(), 3);
  sql->run("UPDATE event_seq SET last = 10");  // The log goes on, out of this consumer's reach.
  EXPECT_EQ(*consumer->catch_up(), 2);
  EXPECT_EQ(metrics.watermark_lag(), 9);
  EXPECT_FALSE(consumer->diff()->clean());
}

TEST_F(ProjectorTest, catch_up_reports_what_stopped_it) {
  write_log(1);
  sql->run("ALTER TABLE relation_event RENAME COLUMN version TO hidden");
  auto const result = consumer->catch_up();
  sql->run("ALTER TABLE relation_event RENAME COLUMN hidden TO version");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::defect);
}

TEST_F(ProjectorTest, diff_finds_each_kind_of_difference) {
  write_log(1);
  EXPECT_EQ(*consumer->diff(), (ProjectionDiff{0, 1, 1, Seq{0}, Seq{1}}));
  (void)consumer->catch_up();
  sql->run("UPDATE relation SET state = 'REMOVED'");
  EXPECT_EQ(*consumer->diff(), (ProjectionDiff{1, 0, 1, Seq{1}, Seq{1}}));
}

TEST_F(ProjectorTest, rebuild_empties_all_and_serves_again_only_when_clean) {
  write_log(3);
  (void)consumer->catch_up();
  EXPECT_EQ(serving(), "t");
  steps.clear();
  EXPECT_TRUE(consumer->rebuild().ok());
  EXPECT_EQ(steps, (Steps{"begin", "lock_projection", "clear_projection", "commit"}));
  EXPECT_EQ(sql->value("SELECT (SELECT count(*) FROM proj_follower) + (SELECT count(*) FROM "
                       "proj_count) + (SELECT count(*) FROM proj_seen)"),
            "0");
  EXPECT_EQ(watermark(), "0");
  EXPECT_EQ(serving(), "f");

  steps.clear();
  EXPECT_FALSE(consumer->certify()->clean());
  EXPECT_EQ(steps, (Steps{"begin", "lock_watermark", "read_diff", "commit"}));
  EXPECT_EQ(serving(), "f");

  (void)consumer->catch_up();
  steps.clear();
  EXPECT_TRUE(consumer->certify()->clean());
  EXPECT_EQ(steps, (Steps{"begin", "lock_watermark", "read_diff", "mark_serving", "commit"}));
  EXPECT_EQ(serving(), "t");
}

TEST_F(ProjectorTest, diff_reads_one_snapshot) {
  auto txn = projection->begin(TxnKind::diff);
  EXPECT_EQ(txn->read_diff().last, Seq{0});
  write_log(1);
  EXPECT_EQ(txn->read_diff().last, Seq{0});
}

TEST_F(ProjectorTest, of_two_consumers_the_later_one_sees_what_the_earlier_marked) {
  auto first = projection->begin(TxnKind::apply);
  auto second = projection->begin(TxnKind::apply);
  EXPECT_TRUE(first->mark_seen(Seq{1}));
  EXPECT_TRUE(second->mark_seen(Seq{2}));
  EXPECT_EQ(first->lock_watermark(), Seq{0});
  EXPECT_EQ(first->seen_prefix(Seq{0}), Seq{1});
  first->save_watermark(Seq{1});
  first->commit();
  EXPECT_EQ(second->lock_watermark(), Seq{1});
  EXPECT_EQ(second->seen_prefix(Seq{1}), Seq{2});
}

}  // namespace
}  // namespace impl::tests
