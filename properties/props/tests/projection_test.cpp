#include <gtest/gtest.h>

#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

using enum RelationState;

/// 1 follows 2 and leaves again: e1 and e2.
Story follow_and_unfollow() {
  Story story;
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  story.does("c1", unfollow(1, 2), changed({event(2, 1, 2, removed, 2)}));
  return story;
}

/// Sets what the tables say of the view in the end.
void view_ends(Story& story, int watermark, bool serving = true) {
  auto& quiet = story.quiet();
  quiet.drained = true;
  quiet.diff.watermark = model::Seq{watermark};
  quiet.diff.last = quiet.last;
  quiet.serving = serving;
}

TEST(projection_verdicts, v2_v1_v1_are_applied_stale_dup) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(2), applied());
  story.does("p1", deliver(1), stale());
  story.does("p1", deliver(1), dup());
  EXPECT_EQ(story.judged_by("projection_verdicts"), "holds");
}

TEST(projection_verdicts, a_resurrection_is_told_with_the_versions) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(2), applied());
  story.does("p1", deliver(1), applied());
  EXPECT_EQ(story.judged_by("projection_verdicts"),
            "The consumers committed in this order:\n"
            "- at 11 p1 deliver(e2) answered applied, 1→2 REMOVED v2.\n"
            "- at 15 p1 deliver(e1) answered applied, 1→2 ACTIVE v1.\n"
            "The view's row of 1→2 was REMOVED v2 before the last of them.\n"
            "It should have answered stale: version 1 is not above 2.\n");
}

TEST(projection_verdicts, the_order_is_that_of_the_commits_not_of_the_calls) {
  auto story = follow_and_unfollow();
  auto const first = story.call("p1", deliver(1));
  story.does("p2", deliver(2), applied());
  story.commit(first);
  story.answer(first, stale());
  EXPECT_EQ(story.judged_by("projection_verdicts"), "holds");
}

TEST(projection_verdicts, a_rebuild_forgets_what_was_received) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(1), applied());
  story.does("k", trace::Rebuild{}, trace::DiffAnswer{});
  story.does("p1", deliver(1), applied());
  EXPECT_EQ(story.judged_by("projection_verdicts"), "holds");
  story.does("p1", deliver(1), applied());
  EXPECT_NE(story.judged_by("projection_verdicts").find("should have answered dup: e1"),
            std::string::npos);
}

TEST(projection_verdicts, a_delivery_in_doubt_ends_what_can_be_judged) {
  auto story = follow_and_unfollow();
  auto const lost = story.call("p1", deliver(2));
  story.end(lost, trace::Indeterminate{"the answer to COMMIT was lost"});
  story.does("p2", deliver(1), stale());
  EXPECT_EQ(story.judged_by("projection_verdicts"), "holds");
  EXPECT_EQ(story.judged_by("watermark_never_left_behind"), "not applicable");
}

TEST(projection_verdicts, a_commit_whose_answer_was_lost_counts) {
  auto story = follow_and_unfollow();
  auto const lost = story.call("p1", deliver(2));
  story.commit(lost);
  story.end(lost, trace::Indeterminate{"the answer to COMMIT was lost"});
  story.does("p2", deliver(1), applied());
  EXPECT_NE(story.judged_by("projection_verdicts").find("should have answered stale"),
            std::string::npos);
}

TEST(watermark_never_ahead, a_jump_over_a_gap_is_told) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(2), applied());
  view_ends(story, 2);
  EXPECT_EQ(story.judged_by("watermark_never_ahead"),
            "In the end the watermark was 2.\n"
            "However, e1 had not been received by any consumer that had committed.\n"
            "The watermark should have been 0 at most.\n");
  story.quiet().diff.watermark = model::Seq{0};
  EXPECT_EQ(story.judged_by("watermark_never_ahead"), "holds");
}

TEST(watermark_never_ahead, a_certification_shows_what_the_end_has_healed) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(2), applied());
  story.does("k", trace::Certify{}, trace::DiffAnswer{0, 0, 0, model::Seq{2}, model::Seq{2}});
  story.does("p1", deliver(1), stale());
  view_ends(story, 2);
  EXPECT_EQ(story.judged_by("watermark_never_ahead"),
            "When k certify() looked, at 15, the watermark was 2.\n"
            "However, e1 had not been received by any consumer that had committed.\n"
            "The watermark should have been 0 at most.\n");
}

TEST(watermark_never_left_behind, two_received_and_a_watermark_of_0_is_told) {
  auto story = follow_and_unfollow();
  story.does("p1", deliver(1), applied());
  story.does("p2", deliver(2), applied());
  view_ends(story, 0);
  EXPECT_EQ(story.judged_by("watermark_never_left_behind"),
            "All consumers are idle, and e1 to e2 have been received.\n"
            "However, the watermark stays at 0.\n"
            "It should have been 2: the last consumer to take its lock should have looked at what "
            "the others had received in a new statement.\n");
  story.quiet().diff.watermark = model::Seq{2};
  EXPECT_EQ(story.judged_by("watermark_never_left_behind"), "holds");
}

TEST(loss_stops_watermark, exactly_before_the_first_lost_event) {
  for (int const watermark : {0, 1, 2}) {
    auto story = follow_and_unfollow();
    story.scenario().lost = {model::Seq{9}, model::Seq{2}};  // There is no e9.
    view_ends(story, watermark);
    EXPECT_EQ(story.judged_by("loss_stops_watermark") == "holds", watermark == 1) << watermark;
  }
  auto passed = follow_and_unfollow();
  passed.scenario().lost = {model::Seq{1}};
  view_ends(passed, 2);
  EXPECT_EQ(passed.judged_by("loss_stops_watermark"),
            "e1 is the first event that no consumer ever receives; all others have been "
            "delivered.\n"
            "However, the watermark stands at 2.\n"
            "It should have been 0: nothing passes a lost event silently.\n");
}

TEST(loss_stops_watermark, applies_only_to_a_drained_run_that_lost_something) {
  auto story = follow_and_unfollow();
  story.scenario().lost = {model::Seq{3}};
  view_ends(story, 2);
  EXPECT_EQ(story.judged_by("loss_stops_watermark"), "not applicable");
  EXPECT_EQ(story.judged_by("projection_converges"), "holds");
}

TEST(projection_converges, a_drained_view_equals_the_truth_and_serves) {
  auto story = follow_and_unfollow();
  view_ends(story, 2);
  EXPECT_EQ(story.judged_by("projection_converges"), "holds");
  story.quiet().diff.wrong_counts = 1;
  EXPECT_EQ(story.judged_by("projection_converges"),
            "Every event has been delivered to a consumer.\n"
            "However, the view differs from the truth: 0 resurrected, 0 missing, 1 wrong counts, "
            "watermark 2 of 2.\n"
            "It should have been 0 resurrected, 0 missing, 0 wrong counts, watermark 2 of 2.\n");
  story.quiet().diff.wrong_counts = 0;
  story.quiet().serving = false;
  EXPECT_NE(story.judged_by("projection_converges").find("should have been serving again"),
            std::string::npos);
}

TEST(serving_follows_certificate, only_a_clean_certificate_ends_a_rebuild) {
  trace::DiffAnswer const clean{0, 0, 0, model::Seq{2}, model::Seq{2}};
  trace::DiffAnswer const behind{0, 0, 0, model::Seq{1}, model::Seq{2}};
  for (bool const is_clean : {true, false}) {
    for (bool const serving : {true, false}) {
      auto story = follow_and_unfollow();
      story.does("k", trace::Rebuild{}, trace::DiffAnswer{});
      story.does("k", trace::Certify{}, is_clean ? clean : behind);
      view_ends(story, 2, serving);
      EXPECT_EQ(story.judged_by("serving_follows_certificate") == "holds", serving == is_clean);
    }
  }
}

TEST(serving_follows_certificate, a_view_that_serves_after_a_rebuild_is_told) {
  auto story = follow_and_unfollow();
  story.does("k", trace::Rebuild{}, trace::DiffAnswer{});
  view_ends(story, 2, true);
  EXPECT_EQ(story.judged_by("serving_follows_certificate"),
            "k rebuild() emptied the view, and nothing after it changed whether the view may "
            "serve.\n"
            "However, in the end it serves.\n"
            "It should have stayed out of service.\n");
}

TEST(projection, runs_without_consumers_do_not_concern_its_properties) {
  auto story = follow_and_unfollow();
  for (auto const* property :
       {"projection_verdicts", "watermark_never_ahead", "watermark_never_left_behind",
        "loss_stops_watermark", "projection_converges", "serving_follows_certificate"}) {
    EXPECT_EQ(story.judged_by(property), "not applicable") << property;
  }
}

}  // namespace
}  // namespace properties::props::tests
