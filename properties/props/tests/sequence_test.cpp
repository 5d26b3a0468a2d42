#include <gtest/gtest.h>

#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

using enum RelationState;
constexpr char const* kOrder = "seq_order_is_commit_order";
constexpr char const* kEvents = "every_change_has_one_event";

TEST(seq_order_is_commit_order, holds_when_commits_come_in_the_order_of_their_seqs) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c2", follow(2, 1), changed({event(2, 2, 1, active, 1)}));
  EXPECT_EQ(story.judged_by(kOrder), "holds");
  EXPECT_EQ(Story{}.judged_by(kOrder), "not applicable");
}

TEST(seq_order_is_commit_order, a_seq_drawn_early_and_committed_late_is_told_with_both_commits) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  auto const b = story.call("c2", follow(2, 1));
  story.commit(b, {event(2, 2, 1, active, 1)});
  story.commit(a, {event(1, 1, 2, active, 1)});
  story.answer(a, changed({event(1, 1, 2, active, 1)}));
  story.answer(b, changed({event(2, 2, 1, active, 1)}));
  EXPECT_EQ(story.judged_by(kOrder),
            "e2 became visible at 3, by c2 follow(2,1) commit.\n"
            "However, e1 (1→2 ACTIVE v1) became visible only later, at 4, by c1 follow(1,2) "
            "commit.\n"
            "e1 should have come first: the order of seqs is the order of commits.\n");
}

TEST(seq_order_is_commit_order, real_time_against_seqs_is_a_cycle_in_words) {
  Story story;  // Without a step log: only the answers and the clock tell.
  auto const a = story.call("c1", follow(1, 2));
  story.answer(a, changed({event(2, 1, 2, active, 1)}));
  auto const b = story.call("c2", follow(2, 1));
  story.answer(b, changed({event(1, 2, 1, active, 1)}));
  EXPECT_EQ(story.judged_by(kOrder),
            "Let:\n"
            "  A = c2 follow(2,1) answered CHANGED 2→1 ACTIVE v1 e1\n"
            "  B = c1 follow(1,2) answered CHANGED 1→2 ACTIVE v1 e2\n"
            "Then:\n"
            "  - A comes before B, because A has seq 1 and B has seq 2.\n"
            "  - However, B comes before A, because B had returned (at 2) before A was called (at "
            "3): a contradiction.\n"
            "What returned before another was called should have the smaller seq.\n");
}

TEST(seq_order_is_commit_order, a_hole_and_a_seq_without_an_event_are_told) {
  Story hole;
  hole.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  hole.does("c1", unfollow(1, 2), changed({event(3, 1, 2, removed, 2)}));
  EXPECT_EQ(hole.judged_by(kOrder),
            "After e1 the log goes on with e3 (1→2 REMOVED v2).\n"
            "There should have been an event e2: seqs have no holes.\n");
  Story unused;
  unused.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  unused.quiet().last = model::Seq{2};
  EXPECT_EQ(unused.judged_by(kOrder).substr(0, 54),
            "The last seq given out is 2, but the log ends with e1.");
}

TEST(seq_order_is_commit_order, one_seq_for_two_answers_is_told) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  auto const b = story.call("c2", follow(2, 1));
  story.answer(b, changed({event(1, 2, 1, active, 1)}));
  EXPECT_EQ(story.judged_by(kOrder),
            "c1 follow(1,2) answered CHANGED 1→2 ACTIVE v1 e1.\n"
            "c2 follow(2,1) answered CHANGED 2→1 ACTIVE v1 e1.\n"
            "Only one of them should have had e1: a seq is given out once.\n");
}

TEST(every_change_has_one_event, holds_for_a_block_of_two_and_for_a_block_of_none) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c1", follow(2, 1), changed({event(2, 2, 1, active, 1)}));
  story.does("c2", block(2, 1), changed({event(3, 1, 2, removed, 2), event(4, 2, 1, removed, 2)}));
  story.does("c2", block(1, 2), changed());
  EXPECT_EQ(story.judged_by(kEvents), "holds");
}

TEST(every_change_has_one_event, a_noop_that_writes_one_is_told) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  auto const again = story.call("c2", follow(1, 2));
  story.commit(again, {event(2, 1, 2, active, 2)});
  story.answer(again, noop(model::Reason::already_active, row(active, 1)));
  EXPECT_EQ(story.judged_by(kEvents),
            "c2 follow(1,2) answered NOOP already_active, and e2 (1→2 ACTIVE v2) became visible "
            "with its commit at 6.\n"
            "No answer tells of this event: there should have been none.\n");
}

TEST(every_change_has_one_event, an_extra_event_may_be_of_an_action_in_doubt) {
  Story story;
  auto const lost = story.call("c1", follow(1, 2));
  story.commit(lost, {event(1, 1, 2, active, 1)});
  story.end(lost, trace::Indeterminate{"the answer to COMMIT was lost"});
  EXPECT_EQ(story.judged_by(kEvents), "holds");
}

TEST(every_change_has_one_event, a_change_without_its_event_is_told) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  story.commit(a);
  story.answer(a, changed({event(1, 1, 2, active, 1)}));
  EXPECT_EQ(story.judged_by(kEvents),
            "c1 follow(1,2) answered CHANGED 1→2 ACTIVE v1 e1.\n"
            "The log should hold e1 (1→2 ACTIVE v1) for it, and for nothing else.\n");
}

TEST(every_change_has_one_event, a_version_that_restarts_is_told) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c1", unfollow(1, 2), changed({event(2, 1, 2, removed, 2)}));
  story.does("c1", follow(1, 2), changed({event(3, 1, 2, active, 1)}));
  EXPECT_EQ(story.judged_by(kEvents),
            "Before e3 (1→2 ACTIVE v1) the pair 1→2 was REMOVED v2.\n"
            "Its next event should have had version 3.\n");
}

TEST(every_change_has_one_event, a_row_that_its_events_do_not_explain_is_told) {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.quiet().pairs.front().seen.row = row(removed, 2);
  EXPECT_EQ(story.judged_by(kEvents),
            "In the end the row of 1→2 is REMOVED v2.\n"
            "Its events end in ACTIVE v1: both should have been the same.\n");
}

TEST(every_change_has_one_event, an_answer_that_tells_too_much_or_too_little_is_told) {
  Story silent;
  silent.does("c1", follow(1, 2), changed());
  EXPECT_NE(silent.judged_by(kEvents).find("exactly what it changed"), std::string::npos);
  Story loud;
  auto answer = changed({event(1, 1, 2, active, 1)});
  answer.verdict = model::Verdict::noop;
  loud.does("c1", follow(1, 2), answer);
  EXPECT_NE(loud.judged_by(kEvents).find("It should have changed none"), std::string::npos);
}

}  // namespace
}  // namespace properties::props::tests
