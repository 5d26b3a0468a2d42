#include <gtest/gtest.h>

#include <set>

#include "properties/tests/scripted.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

using trace::Step;

/// follow(1,2), its statements fixed.
Script follow() {
  return {
      {Step::begin, "BEGIN"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (1, 2) FOR UPDATE"},
      {Step::check_block, "SELECT FROM block WHERE (blocker, blocked) IN ((1, 2), (2, 1))"},
      {Step::save_pair, "UPDATE relation SET state = 'ACTIVE', version = version + 1 "
                        "WHERE (follower, followee) = (1, 2)"},
      {Step::next_seq, "UPDATE event_seq SET last = last + 1 RETURNING last"},
      {Step::append_event,
       "INSERT INTO relation_event SELECT last, 1, 2, 'ACTIVE', last FROM event_seq"},
      {Step::commit, "COMMIT"},
  };
}

/// block(2,1), its statements fixed: both pairs in order.
Script block() {
  return {
      {Step::begin, "BEGIN"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (1, 2) FOR UPDATE"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (2, 1, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (2, 1) FOR UPDATE"},
      {Step::insert_block, "INSERT INTO block VALUES (2, 1)"},
      {Step::save_pair, "UPDATE relation SET state = 'REMOVED', version = version + 1 "
                        "WHERE (follower, followee) = (1, 2)"},
      {Step::next_seq, "UPDATE event_seq SET last = last + 1 RETURNING last"},
      {Step::append_event,
       "INSERT INTO relation_event SELECT last, 1, 2, 'REMOVED', last FROM event_seq"},
      {Step::commit, "COMMIT"},
  };
}

class PinnedCounts : public WithServer {
 protected:
  /// How many orders of the statements of follow ‖ block PostgreSQL allows.
  static std::size_t feasible_sequences(std::string const& prepare) {
    Scripted scripted{dsn(), {follow(), block()}, prepare};
    std::set<std::string> sequences;
    int const runs = for_every_schedule(scripted, [&] {
      sequences.insert(sequence_of(scripted.log()));
      EXPECT_TRUE(scripted.controller().deadlocks().empty());
      EXPECT_EQ(scripted.ask("SELECT version FROM relation WHERE follower = 1"), "2");
      EXPECT_EQ(scripted.ask("SELECT last FROM event_seq"), "2");
    });
    EXPECT_EQ(sequences.size(), static_cast<std::size_t>(runs)) << "a schedule came up twice";
    return sequences.size();
  }
};

TEST_F(PinnedCounts, follow_beside_block_where_the_rows_are_absent) {
  EXPECT_EQ(feasible_sequences(""), 105U);
}

TEST_F(PinnedCounts, follow_beside_block_where_the_rows_are_present) {
  EXPECT_EQ(feasible_sequences("INSERT INTO relation VALUES (1, 2, 'REMOVED', 0), "
                               "(2, 1, 'REMOVED', 0)"),
            339U);
}

}  // namespace
}  // namespace properties::tests
