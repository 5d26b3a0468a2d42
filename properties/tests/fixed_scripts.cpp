#include "properties/tests/fixed_scripts.hpp"

namespace properties::tests {

using trace::Step;

Script follow_script() {
  return {
      {Step::begin, "BEGIN"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (1, 2) FOR UPDATE"},
      {Step::check_block, "SELECT FROM block WHERE (blocker, blocked) IN ((1, 2), (2, 1))"},
      {Step::save_pair,
       "UPDATE relation SET state = 'ACTIVE', version = version + 1 "
       "WHERE (follower, followee) = (1, 2)"},
      {Step::next_seq, "UPDATE event_seq SET last = last + 1 RETURNING last"},
      {Step::append_event,
       "INSERT INTO relation_event SELECT last, 1, 2, 'ACTIVE', last FROM event_seq"},
      {Step::commit, "COMMIT"},
  };
}

Script block_script() {
  return {
      {Step::begin, "BEGIN"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (1, 2, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (1, 2) FOR UPDATE"},
      {Step::ensure_pair,
       "INSERT INTO relation VALUES (2, 1, 'REMOVED', 0) ON CONFLICT DO NOTHING"},
      {Step::lock_pair, "SELECT FROM relation WHERE (follower, followee) = (2, 1) FOR UPDATE"},
      {Step::insert_block, "INSERT INTO block VALUES (2, 1)"},
      {Step::save_pair,
       "UPDATE relation SET state = 'REMOVED', version = version + 1 "
       "WHERE (follower, followee) = (1, 2)"},
      {Step::next_seq, "UPDATE event_seq SET last = last + 1 RETURNING last"},
      {Step::append_event,
       "INSERT INTO relation_event SELECT last, 1, 2, 'REMOVED', last FROM event_seq"},
      {Step::commit, "COMMIT"},
  };
}

}  // namespace properties::tests
