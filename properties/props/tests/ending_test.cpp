#include <gtest/gtest.h>

#include "properties/props/tests/story.hpp"

namespace properties::props::tests {
namespace {

/// c1 and c2 each lock one pair and wait for the other's.
Story crossed_locks() {
  Story story;
  auto const a = story.call("c1", block(1, 2));
  auto const b = story.call("c2", block(2, 1));
  for (auto const who : {a, b}) {
    story.step(who, Step::begin);
    story.step(who, Step::lock_pair).note = who == a ? "1→2" : "2→1";
  }
  for (auto const who : {a, b}) {
    auto& waiting = story.step(who, Step::lock_pair);
    waiting.at.nth = 1;
    waiting.ending = trace::Ending::blocked;
    waiting.blocked_by = {who == a ? 1 : 0};
  }
  return story;
}

TEST(no_deadlock, a_circle_is_told_with_what_each_held) {
  auto story = crossed_locks();
  auto run = story.run();
  run.deadlocks.push_back({story.now(), {0, 1}, 1});
  auto const report = judge(story.scenario(), run, {"no_deadlock"});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].because,
            (std::vector<std::string>{
                "At 8 these waited for each other in a circle:",
                "- c1 block(1,2) lock_pair#2 waits for c2, while it holds what it locked in: "
                "lock_pair (1→2).",
                "- c2 block(2,1) lock_pair#2 waits for c1, while it holds what it locked in: "
                "lock_pair (2→1).",
                "c2 was made to give up. All should have taken their locks in one order."}));
}

TEST(no_deadlock, one_that_only_the_server_saw_is_found_though_a_retry_succeeded) {
  auto story = crossed_locks();
  auto& ended = story.step(1, Step::lock_pair);
  ended.at.nth = 1;
  ended.kind = trace::LogEntry::Kind::wake;
  ended.ending = trace::Ending::failed;
  ended.sqlstate = "40P01";
  story.commit(1);
  story.answer(1, changed());
  EXPECT_EQ(story.judged_by("no_deadlock"),
            "At 9 the server ended c2 block(2,1) lock_pair#2 as the victim of a deadlock "
            "(40P01).\n"
            "It had been waiting for c1, while it held: lock_pair (2→1).\n"
            "All should have taken their locks in one order.\n");
}

TEST(no_deadlock, waiting_alone_is_none) {
  Story story;
  auto const a = story.call("c1", block(1, 2));
  auto& waiting = story.step(a, Step::lock_pair);
  waiting.ending = trace::Ending::blocked;
  waiting.blocked_by = {1};
  story.commit(a);
  story.answer(a, changed());
  EXPECT_EQ(story.judged_by("no_deadlock"), "holds");
}

TEST(no_defect, a_refused_statement_is_told_with_its_step) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  auto& refused = story.step(a, Step::append_event);
  refused.ending = trace::Ending::failed;
  refused.sqlstate = "23505";
  story.end(a, trace::NeverHappened{"duplicate key in relation_event", "23505", true});
  EXPECT_EQ(story.judged_by("no_defect"),
            "The server refused c1 follow(1,2) append_event with 23505: duplicate key in "
            "relation_event.\n"
            "Every statement of the protocol should have been accepted: it took its locks and "
            "looked before it wrote.\n");
}

TEST(no_defect, a_lost_connection_is_none) {
  Story story;
  auto const a = story.call("c1", follow(1, 2));
  story.end(a, trace::NeverHappened{"the connection broke", "", false});
  EXPECT_EQ(story.judged_by("no_defect"), "holds");
}

}  // namespace
}  // namespace properties::props::tests
