#include "impl/postgres/error_map.hpp"

#include <gtest/gtest.h>

#include "impl/ports/store_error.hpp"

namespace impl::postgres {
namespace {

TEST(ErrorMap, conflicts_may_be_tried_again) {
  EXPECT_THROW(throw_store_error({"40P01", "deadlock detected"}), TransactionConflict);
  EXPECT_THROW(throw_store_error({"40001", "could not serialize"}), TransactionConflict);
}

TEST(ErrorMap, a_conflict_reported_by_commit_is_no_doubt) {
  EXPECT_THROW(throw_store_error({"40001", "could not serialize", false, true}),
               TransactionConflict);
}

TEST(ErrorMap, a_session_that_ended_before_commit_had_no_effect) {
  EXPECT_THROW(throw_store_error({"57P01", "terminating connection"}), ConnectionLost);
  EXPECT_THROW(throw_store_error({"08006", "connection failure"}), ConnectionLost);
  EXPECT_THROW(throw_store_error({"", "server closed the connection", true}), ConnectionLost);
}

TEST(ErrorMap, a_session_that_ended_during_commit_is_in_doubt) {
  EXPECT_THROW(throw_store_error({"57P01", "terminating connection", true, true}), CommitInDoubt);
  EXPECT_THROW(throw_store_error({"57P02", "crash of another process", false, true}),
               CommitInDoubt);
  EXPECT_THROW(throw_store_error({"", "server closed the connection", true, true}), CommitInDoubt);
}

TEST(ErrorMap, everything_else_is_a_defect_with_its_state) {
  try {
    throw_store_error({"23505", "append_event: duplicate key"});
  } catch (StatementFailed const& error) {
    EXPECT_EQ(error.sqlstate(), "23505");
    EXPECT_STREQ(error.what(), "append_event: duplicate key");
  }
  EXPECT_THROW(throw_store_error({"57014", "canceling statement"}), StatementFailed);
}

}  // namespace
}  // namespace impl::postgres
