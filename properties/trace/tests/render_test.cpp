#include "properties/trace/render.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "properties/trace/show.hpp"
#include "properties/trace/tests/runs.hpp"
#include "properties/trace/tests/samples.hpp"
#include "properties/trace/utf8.hpp"

namespace properties::trace {
namespace {

/// Compares with tests/goldens/NAME. Written anew when RELCHECK_WRITE_GOLDENS is set: look at the
/// difference before it is kept.
void expect_golden(std::string const& name, std::string const& drawn) {
  auto const path = std::string{RELCHECK_GOLDENS} + "/" + name;
  if (std::getenv("RELCHECK_WRITE_GOLDENS") != nullptr) std::ofstream{path} << drawn;
  std::ifstream file{path};
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(drawn, golden.str()) << path;
}

std::string picture(Story story, Look look) {
  return render_scenario(story.scenario(), look) + "\n" +
         render(story.scenario(), story.run(), look);
}

TEST(Render, a_lock_wait_is_shown_with_who_is_waited_for) {
  expect_golden("block_waits_for_follow.txt", picture(runs::block_waits_for_follow(), {}));
}

TEST(Render, three_sessions_with_lost_turns) {
  expect_golden("new_enemy_reads_the_post.txt", picture(runs::new_enemy_reads_the_post(), {}));
}

TEST(Render, a_narrow_terminal_without_unicode) {
  expect_golden("narrow_ascii.txt", picture(runs::new_enemy_reads_the_post(), {64, true}));
}

TEST(Render, a_deadlock_and_an_answer_that_never_came) {
  expect_golden("lost_answer_and_deadlock.txt", picture(runs::lost_answer_and_deadlock(), {}));
}

TEST(Render, a_trace_as_markdown) {
  expect_golden("everything.md", render_markdown(samples::everything()));
}

TEST(Render, no_line_is_wider_than_asked_for) {
  for (std::size_t const width : {60U, 80U, 100U, 140U}) {
    std::istringstream lines{picture(runs::new_enemy_reads_the_post(), {width, false})};
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), width) << line;
  }
}

TEST(Render, texts_from_outside_cannot_break_the_picture) {
  auto story = runs::block_waits_for_follow();
  story.run().log[0].note = "a\nb\x1b[31m\xFF";
  auto const drawn = render_interleaving(story.scenario(), story.run(), {});
  EXPECT_NE(drawn.find("begin a b [31m\xEF\xBF\xBD"), std::string::npos) << drawn;
  auto const plain = render_interleaving(story.scenario(), story.run(), {100, true});
  for (char const c : plain) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << plain;
}

TEST(Show, actions_and_answers_in_one_line) {
  auto const trace = samples::everything();
  EXPECT_EQ(show(trace.scenario.given[1]), "decide(2,1,accept)");
  EXPECT_EQ(show(trace.scenario.sessions[1].actions[0]), "post(2,p1,followers,locking)");
  EXPECT_EQ(show(trace.scenario.sessions[2].actions[0]), "deliver(e1)");
  auto const& actions = trace.run->actions;
  EXPECT_EQ(show(actions[0].completion), "CHANGED 1→2 ACTIVE v1 e1");
  EXPECT_EQ(show(actions[1].completion), "REJECTED not_pending");
  EXPECT_EQ(show(actions[2].completion), "indeterminate: the connection broke in COMMIT");
  EXPECT_EQ(show(actions[5].completion), "ALLOW projection");
  EXPECT_EQ(show(trace.scenario, trace.scenario.schedule.switches[0].at),
            "c1 block(2,1) lock_pair#2");
  EXPECT_EQ(show(trace.scenario, {kDrain, 3, Step::lock_row, 0}), "drain #3 lock_row");
}

}  // namespace
}  // namespace properties::trace
