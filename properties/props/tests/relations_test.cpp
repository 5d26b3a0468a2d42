#include <gtest/gtest.h>

#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

using enum RelationState;
constexpr char const* kProperty = "relations_linearize";

TEST(relations_linearize, a_block_that_waits_for_a_follow_removes_it) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  auto const b = story.call("c2", block(2, 1));
  story.commit(a, {event(1, 1, 2, active, 1)});
  story.commit(b, {event(2, 1, 2, removed, 2)});
  story.answer(b, changed({event(2, 1, 2, removed, 2)}));
  story.answer(a, changed({event(1, 1, 2, active, 1)}));
  EXPECT_EQ(story.judged_by(kProperty), "holds");
}

TEST(relations_linearize, a_follow_that_slips_past_a_block_has_no_order) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  auto const b = story.call("c2", block(2, 1));
  story.commit(b);
  story.answer(b, changed());
  story.commit(a, {event(1, 1, 2, active, 1)});
  story.answer(a, changed({event(1, 1, 2, active, 1)}));
  EXPECT_EQ(story.judged_by(kProperty),
            "The longest order of operations that explains their answers is:\n"
            "- c2 block(2,1): CHANGED.\n"
            "Next must come:\n"
            "- c1 follow(1,2): CHANGED 1→2 ACTIVE v1; it should have been REJECTED blocked.\n");
}

TEST(relations_linearize, the_tables_at_the_end_are_part_of_the_history) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.quiet().pairs.clear();  // Every answer is right, but the row is lost.
  EXPECT_EQ(story.judged_by(kProperty),
            "The longest order of operations that explains their answers is:\n"
            "- c1 follow(1,2): CHANGED 1→2 ACTIVE v1.\n"
            "Next must come:\n"
            "- the final tables on 1→2: REMOVED v0, no block; it should have been ACTIVE v1, no "
            "block.\n");
}

TEST(relations_linearize, real_time_counts_between_sessions) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c2", follow(1, 2), changed({event(2, 1, 2, active, 1)}));
  EXPECT_NE(story.judged_by(kProperty).find("it should have been NOOP already_active (ACTIVE v1)"),
            std::string::npos);
}

TEST(relations_linearize, the_present_row_is_part_of_the_answer) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c2", follow(1, 2), noop(model::Reason::already_active, row(active, 2)));
  EXPECT_EQ(story.judged_by(kProperty).find("holds"), std::string::npos);
}

TEST(relations_linearize, an_indeterminate_follow_may_have_happened_or_not) {
  for (bool const happened : {true, false}) {
    Story story;
    auto const a = story.call("c1", follow(1, 2));
    if (happened) story.commit(a, {event(1, 1, 2, active, 1)});
    story.end(a, trace::Indeterminate{"the answer to COMMIT was lost"});
    EXPECT_EQ(story.judged_by(kProperty), "holds");
  }
}

TEST(relations_linearize, what_never_happened_leaves_no_trace) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  story.end(a, trace::NeverHappened{"the connection broke", "", false});
  EXPECT_EQ(story.judged_by(kProperty), "not applicable");
  Story traced;
  auto const b = traced.call("c1", follow(1, 2));
  traced.commit(b, {event(1, 1, 2, active, 1)});
  traced.end(b, trace::NeverHappened{"the connection broke", "", false});
  EXPECT_NE(traced.judged_by(kProperty).find("should have been REMOVED v0"), std::string::npos);
}

TEST(relations_linearize, a_read_in_truth_mode_linearizes_and_in_others_does_not) {
  for (auto const mode : {model::AccessMode::truth, model::AccessMode::projection_only}) {
    Story story;
    story.does("c1", post(2, model::Visibility::followers), changed());
    story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
    story.does("c2", can_read(1, mode), deny());
    bool const bound = mode == model::AccessMode::truth;
    EXPECT_EQ(story.judged_by(kProperty) == "holds", !bound);
  }
}

TEST(relations_linearize, given_actions_come_first) {
  Story story;
  story.does("given", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c1", unfollow(1, 2), changed({event(2, 1, 2, removed, 2)}));
  EXPECT_EQ(story.judged_by(kProperty), "holds");
}

TEST(relations_linearize, an_unblock_that_restores_a_relation_is_seen_in_the_tables) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c2", block(2, 1), changed({event(2, 1, 2, removed, 2)}));
  auto undone = changed();
  undone.present = row(removed, 2);
  story.does("c2", unblock(2, 1), undone);
  EXPECT_EQ(story.judged_by(kProperty), "holds");
  story.quiet().pairs.front().seen.row = row(active, 3);
  EXPECT_NE(story.judged_by(kProperty).find("should have been REMOVED v2, no block"),
            std::string::npos);
}

}  // namespace
}  // namespace properties::props::tests
