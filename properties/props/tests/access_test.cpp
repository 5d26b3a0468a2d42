#include <gtest/gtest.h>

#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

using enum RelationState;
using enum model::AccessMode;
using model::TokenRead;
using trace::AccessSource;
using VisibleTo = model::Visibility;

/// 1 follows 2, which is e1, and 2 has not posted yet.
Story followed() {
  Story story;
  story.does("given", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  return story;
}

std::vector<Event> revocation() { return {event(2, 1, 2, removed, 2)}; }

/// The post of 2, whose token is read before or after the block of 1 commits (e2).
Story posted_around_a_block(bool token_first, TokenRead how) {
  auto story = followed();
  auto const made = story.call("c2", post(2, VisibleTo::followers, how));
  auto const step = how == TokenRead::locking ? Step::lock_token : Step::read_token;
  story.step(made, Step::begin);
  if (token_first) story.step(made, step);
  story.does("c3", block(2, 1), changed(revocation()));
  if (!token_first) story.step(made, step);
  story.commit(made);
  story.answer(made, changed());
  return story;
}

TEST(content_token_bounds, a_revocation_before_the_token_is_covered) {
  auto story = posted_around_a_block(false, TokenRead::plain);
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_EQ(story.judged_by("content_token_bounds"),
            "c1 can_read(1,p1,content_token) answered ALLOW projection at 17.\n"
            "c2 post(2,p1,followers,plain) read its token at 11; from then to the end of the check "
            "1→2 was REMOVED v2.\n"
            "ALLOW had been right until e2 (1→2 REMOVED v2) became visible at 9, by c3 block(2,1) "
            "commit.\n"
            "The answer should have been DENY.\n");
}

TEST(content_token_bounds, a_revocation_between_token_and_commit_is_in_the_declared_window) {
  auto story = posted_around_a_block(true, TokenRead::plain);
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_EQ(story.judged_by("content_token_bounds"), "holds");
}

TEST(content_token_bounds, the_locking_read_closes_the_window) {
  auto story = posted_around_a_block(true, TokenRead::locking);
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_NE(story.judged_by("content_token_bounds")
                .find("c2 post(2,p1,followers,locking) committed at 12, with its token locked"),
            std::string::npos);
}

TEST(content_token_bounds, a_token_read_before_the_transaction_does_not_count) {
  auto story = followed();
  auto const made = story.call("c2", post(2, VisibleTo::followers));
  story.step(made, Step::read_token);
  story.does("c3", block(2, 1), changed(revocation()));
  story.step(made, Step::begin);
  story.commit(made);
  story.answer(made, changed());
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_NE(story.judged_by("content_token_bounds")
                .find("began at 11 and read no token in its transaction"),
            std::string::npos);
}

TEST(content_token_bounds, only_the_attempt_that_committed_counts) {
  auto story = followed();
  auto const made = story.call("c2", post(2, VisibleTo::followers));
  story.step(made, Step::begin);
  story.step(made, Step::read_token);
  story.step(made, Step::rollback);
  story.does("c3", block(2, 1), changed(revocation()));
  story.step(made, Step::begin);
  story.step(made, Step::read_token);
  story.commit(made);
  story.answer(made, changed());
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_NE(story.judged_by("content_token_bounds").find("DENY"), std::string::npos);
}

TEST(content_token_bounds, of_two_transactions_that_committed_the_one_with_the_post_counts) {
  auto story = followed();
  auto const made = story.call("c2", post(2, VisibleTo::followers));
  story.step(made, Step::begin);
  story.step(made, Step::read_token);
  story.commit(made);
  story.does("c3", block(2, 1), changed(revocation()));
  story.step(made, Step::begin);
  story.step(made, Step::insert_post);
  story.commit(made);
  story.answer(made, changed());
  story.quiet().posts.front().acl_token = model::Seq{1};
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_NE(story.judged_by("content_token_bounds")
                .find("began at 13 and read no token in its transaction"),
            std::string::npos)
      << story.judged_by("content_token_bounds");
  EXPECT_EQ(story.judged_by("stored_token_covers"),
            "c2 post(2,p1,followers,plain) began at 13 and read no token in its transaction.\n"
            "By then e2 had been committed, at 11.\n"
            "However, the stored token of p1 is 1.\n"
            "It should have been 2 at least.\n");
}

TEST(content_token_bounds, the_lower_bound_is_never_taken_from_the_stored_token) {
  auto story = posted_around_a_block(false, TokenRead::plain);
  story.quiet().posts.front().acl_token = model::Seq{0};
  story.does("c1", can_read(1, content_token), allow());
  EXPECT_NE(story.judged_by("content_token_bounds"), "holds");
  EXPECT_EQ(story.judged_by("stored_token_covers"),
            "c2 post(2,p1,followers,plain) read its token at 11.\n"
            "By then e2 had been committed, at 9.\n"
            "However, the stored token of p1 is 0.\n"
            "It should have been 2 at least.\n");
}

TEST(stored_token_covers, the_token_may_be_as_old_as_its_read_and_no_older) {
  for (auto const how : {TokenRead::plain, TokenRead::locking}) {
    auto story = posted_around_a_block(true, how);
    story.quiet().posts.front().acl_token = model::Seq{1};
    EXPECT_EQ(story.judged_by("stored_token_covers") == "holds", how == TokenRead::plain);
  }
}

TEST(fresh_token_is_current, what_was_revoked_before_the_call_is_not_allowed) {
  auto story = posted_around_a_block(true, TokenRead::plain);
  story.does("c1", can_read(1, fresh_token), allow());
  EXPECT_EQ(story.judged_by("fresh_token_is_current"),
            "c1 can_read(1,p1,fresh_token) answered ALLOW projection at 17.\n"
            "It was called at 14; from then to the end of the check 1→2 was REMOVED v2.\n"
            "ALLOW had been right until e2 (1→2 REMOVED v2) became visible at 10, by c3 block(2,1) "
            "commit.\n"
            "The answer should have been DENY.\n");
}

TEST(fresh_token_is_current, what_changes_within_the_check_may_be_seen_either_way) {
  for (bool const allowed : {true, false}) {
    auto story = followed();
    story.does("c2", post(2, VisibleTo::followers), changed());
    auto const check = story.call("c1", can_read(1, fresh_token));
    story.does("c3", block(2, 1), changed(revocation()));
    story.answer(check, allowed ? allow() : deny());
    EXPECT_EQ(story.judged_by("fresh_token_is_current"), "holds");
  }
}

TEST(projection_only_is_some_state, lets_the_new_enemy_in_but_invents_nothing) {
  auto enemy = posted_around_a_block(false, TokenRead::plain);
  enemy.does("c1", can_read(1, projection_only), allow());
  EXPECT_EQ(enemy.judged_by("projection_only_is_some_state"), "holds");
  EXPECT_EQ(enemy.judged_by("content_token_bounds"), "not applicable");
  auto invented = followed();
  invented.does("c2", post(2, VisibleTo::followers), changed());
  invented.does("c3", can_read(3, projection_only), allow());
  EXPECT_EQ(invented.judged_by("projection_only_is_some_state"),
            "c3 can_read(3,p1,projection_only) answered ALLOW projection at 12.\n"
            "The view begins empty; from then to the end of the check 3→2 was REMOVED v0.\n"
            "ALLOW was not right at any moment of the run.\n"
            "The answer should have been DENY.\n");
}

TEST(projection_only_is_some_state, a_permission_that_comes_later_is_no_excuse) {
  Story story;
  story.does("c2", post(2, VisibleTo::followers), changed());
  story.does("c1", can_read(1, projection_only), allow());
  story.does("c1", follow(1, 2), changed({event(1, 1, 2, active, 1)}));
  EXPECT_NE(story.judged_by("projection_only_is_some_state")
                .find("ALLOW became right only after the check, when e1 (1→2 ACTIVE v1) became "
                      "visible at 11, "
                      "by c1 follow(1,2) commit."),
            std::string::npos);
}

TEST(public_checks_block, in_every_mode_and_in_either_direction) {
  for (auto const mode : {truth, projection_only, content_token, fresh_token}) {
    for (auto const& by : {block(1, 2), block(2, 1)}) {
      Story story;
      story.does("c2", post(2, VisibleTo::everyone), changed());
      story.does("c3", by, changed());
      story.does("c1", can_read(1, mode), allow(AccessSource::public_block_check));
      EXPECT_NE(story.judged_by("public_checks_block").find("should have answered DENY"),
                std::string::npos);
    }
  }
}

TEST(public_checks_block, one_unblock_does_not_lift_the_other_block) {
  Story story;
  story.does("c2", post(2, VisibleTo::everyone), changed());
  story.does("c3", block(1, 2), changed());
  story.does("c3", block(2, 1), changed());
  story.does("c3", unblock(2, 1), changed());
  story.does("c1", can_read(1, truth), allow(AccessSource::public_block_check));
  EXPECT_EQ(story.judged_by("public_checks_block"),
            "c1 can_read(1,p1,truth) answered ALLOW public_block_check.\n"
            "From its call at 17 to its response at 20 a block stood between 1 and 2.\n"
            "It should have answered DENY: PUBLIC asks the blocks alone, and their truth, in every "
            "mode.\n");
}

TEST(public_checks_block, a_block_within_the_check_or_in_doubt_allows_both_answers) {
  for (bool const in_doubt : {true, false}) {
    for (bool const allowed : {true, false}) {
      Story story;
      story.does("c2", post(2, VisibleTo::everyone), changed());
      auto const blocks = story.call("c3", block(2, 1));
      if (in_doubt) story.end(blocks, trace::Indeterminate{"the answer to COMMIT was lost"});
      auto const check = story.call("c1", can_read(1, truth));
      if (!in_doubt) {
        story.commit(blocks);
        story.answer(blocks, changed());
      }
      story.answer(check, allowed ? allow() : deny());
      EXPECT_EQ(story.judged_by("public_checks_block"), "holds");
    }
  }
}

/// 1 follows 2, who has posted; then the view is emptied.
Story rebuilt() {
  auto story = followed();
  story.does("c2", post(2, VisibleTo::followers), changed());
  story.does("k", trace::Rebuild{}, trace::DiffAnswer{});
  return story;
}

TEST(only_a_serving_view_answers, a_view_that_was_emptied_is_not_asked_in_any_mode) {
  for (auto const mode : {projection_only, content_token, fresh_token}) {
    auto story = rebuilt();
    story.does("c1", can_read(1, mode), deny());
    EXPECT_NE(story.judged_by("only_a_serving_view_answers").find("should have answered"),
              std::string::npos);
  }
  auto story = rebuilt();
  story.does("c1", can_read(1, projection_only), allow(AccessSource::fallback_truth));
  EXPECT_EQ(story.judged_by("only_a_serving_view_answers"), "not applicable");
  story.does("c1", can_read(1, projection_only), deny());
  EXPECT_EQ(story.judged_by("only_a_serving_view_answers"),
            "k rebuild() emptied the view at 11, and no certification had found it without "
            "difference by 20.\n"
            "However, c1 can_read(1,p1,projection_only) answered DENY projection, called at 17.\n"
            "The truth should have answered: a view that does not serve is not asked, in any "
            "mode.\n");
}

TEST(only_a_serving_view_answers, only_a_clean_certificate_puts_it_back) {
  for (bool const is_clean : {true, false}) {
    auto story = rebuilt();
    story.does("k", trace::Certify{},
               trace::DiffAnswer{0, is_clean ? 0 : 1, 0, model::Seq{1}, model::Seq{1}});
    story.does("c1", can_read(1, projection_only), allow());
    EXPECT_EQ(story.judged_by("only_a_serving_view_answers") == "holds", is_clean);
  }
}

TEST(only_a_serving_view_answers, one_moment_of_service_within_the_check_is_enough) {
  auto story = followed();
  story.does("c2", post(2, VisibleTo::followers), changed());
  auto const check = story.call("c1", can_read(1, projection_only));
  story.does("k", trace::Rebuild{}, trace::DiffAnswer{});
  story.answer(check, allow());
  EXPECT_EQ(story.judged_by("only_a_serving_view_answers"), "holds");
}

TEST(only_a_serving_view_answers, a_rebuild_in_doubt_is_not_judged) {
  auto story = followed();
  story.does("c2", post(2, VisibleTo::followers), changed());
  auto const rebuild = story.call("k", trace::Rebuild{});
  story.end(rebuild, trace::Indeterminate{"the answer to COMMIT was lost"});
  story.does("c1", can_read(1, projection_only), deny());
  EXPECT_EQ(story.judged_by("only_a_serving_view_answers"), "not applicable");
}

TEST(authors_read_their_posts, whatever_the_mode_and_the_visibility) {
  for (auto const seen_by : {VisibleTo::everyone, VisibleTo::followers, VisibleTo::self}) {
    for (auto const mode : {truth, projection_only, content_token, fresh_token}) {
      Story story;
      story.does("c2", post(2, seen_by), changed());
      story.does("c2", can_read(2, mode), allow(AccessSource::author));
      EXPECT_EQ(story.judged_by("authors_read_their_posts"), "holds");
      story.does("c2", can_read(2, mode), deny());
      EXPECT_NE(story.judged_by("authors_read_their_posts").find("the reader is the author"),
                std::string::npos);
    }
  }
}

TEST(self_posts_stay_private, even_from_followers) {
  auto story = followed();
  story.does("c2", post(2, VisibleTo::self), changed());
  story.does("c1", can_read(1, content_token), deny());
  EXPECT_EQ(story.judged_by("self_posts_stay_private"), "holds");
  story.does("c1", can_read(1, projection_only), allow());
  EXPECT_EQ(story.judged_by("self_posts_stay_private"),
            "c1 can_read(1,p1,projection_only) answered ALLOW projection.\n"
            "It should have answered DENY: a SELF post is for its author alone.\n");
}

TEST(posts_are_found_once_made, not_earlier_and_not_never) {
  Story early;
  early.does("c1", can_read(1, truth), allow());
  early.does("c2", post(2, VisibleTo::everyone), changed());
  EXPECT_NE(early.judged_by("posts_are_found_once_made").find("none had been made by then"),
            std::string::npos);
  Story late;
  late.does("c2", post(2, VisibleTo::everyone), changed());
  late.does("c1", can_read(1, truth), deny(AccessSource::no_such_post));
  EXPECT_NE(late.judged_by("posts_are_found_once_made").find("it was there from 3 on"),
            std::string::npos);
  Story between;
  auto const made = between.call("c2", post(2, VisibleTo::everyone));
  between.does("c1", can_read(1, truth), deny(AccessSource::no_such_post));
  between.commit(made);
  between.answer(made, changed());
  EXPECT_EQ(between.judged_by("posts_are_found_once_made"), "holds");
}

TEST(posts_are_stored_as_asked, author_and_visibility_included) {
  Story story;
  story.does("c2", post(2, VisibleTo::self), changed());
  EXPECT_EQ(story.judged_by("posts_are_stored_as_asked"), "holds");
  story.quiet().posts.front().visibility = VisibleTo::everyone;
  EXPECT_NE(story.judged_by("posts_are_stored_as_asked").find("should have held this post"),
            std::string::npos);
}

TEST(posts_are_stored_as_asked, a_rejected_post_is_not_there) {
  Story story;
  story.does("c2", post(9, VisibleTo::self), rejected(model::Reason::unknown));
  EXPECT_EQ(story.judged_by("posts_are_stored_as_asked"), "holds");
  story.quiet().posts.push_back({model::PostId{1}, model::UserId{9}, VisibleTo::self, {}});
  EXPECT_NE(story.judged_by("posts_are_stored_as_asked").find("should not have held"),
            std::string::npos);
}

}  // namespace
}  // namespace properties::props::tests
