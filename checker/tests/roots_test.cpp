#include "checker/streaming/roots.hpp"

#include <gtest/gtest.h>

namespace checker::streaming {
namespace {

/// Roots of one state whose only operation waits, and may have answered one of these.
class Dominated : public ::testing::Test {
 protected:
  Root waiting(AnswerSets::Answers answers, StateId state = 0) {
    return {state, {Cell::waiting(sets_.number(std::move(answers)))}, {}};
  }
  std::size_t kept(std::vector<Root> roots) {
    drop_dominated(roots, sets_);
    return roots.size();
  }

  AnswerSets sets_;
};

TEST_F(Dominated, is_what_may_have_answered_less_in_whatever_order) {
  EXPECT_EQ(kept({waiting({1}), waiting({1, 2})}), 1U);
  EXPECT_EQ(kept({waiting({1, 2}), waiting({1})}), 1U);
  EXPECT_EQ(kept({waiting({}), waiting({3}), waiting({3})}), 1U);
}

TEST_F(Dominated, the_one_that_may_have_answered_more_stays) {
  std::vector<Root> roots{waiting({1}), waiting({1, 2}), waiting({2})};
  drop_dominated(roots, sets_);
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(sets_.answers(roots[0].cells[0].set()), (AnswerSets::Answers{1, 2}));
}

TEST_F(Dominated, is_nothing_that_may_have_answered_otherwise) {
  EXPECT_EQ(kept({waiting({1}), waiting({2})}), 2U);
  EXPECT_EQ(kept({waiting({1, 2}), waiting({1, 3})}), 2U);
}

TEST_F(Dominated, is_nothing_of_another_state_or_with_other_operations_done) {
  EXPECT_EQ(kept({waiting({1, 2}), waiting({1}, 1)}), 2U);
  EXPECT_EQ(kept({waiting({1, 2}), {0, {Cell::done()}, {}}}), 2U);
  EXPECT_EQ(kept({{0, {Cell::done(1)}, {}}, {0, {Cell::done(2)}, {}}}), 2U);
}

TEST_F(Dominated, is_nothing_that_has_used_other_lost_operations) {
  EXPECT_EQ(kept({{0, {Cell{}}, {1}}, {0, {Cell{}}, {2}}}), 2U);
}

TEST_F(Dominated, is_everything_by_what_may_have_answered_anything) {
  EXPECT_EQ(kept({waiting({1}), {0, {Cell::waiting(AnswerSets::kAnything)}, {}}}), 1U);
}

}  // namespace
}  // namespace checker::streaming
