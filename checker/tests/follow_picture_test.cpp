#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "checker/tests/following.hpp"

namespace checker {
namespace {

using namespace tests;

/// What following a text writes, and what it draws.
struct Written {
  Ran ran;
  std::string explanation;
  std::string svg;
};
Written follow_and_draw(std::string const& text) {
  ScratchFile const file{text};
  ScratchFile const explanation{"of before", ".txt"};
  ScratchFile const picture{"", ".svg"};
  auto options = following(file.path());
  options.explain = explanation.path();
  options.svg = picture.path();
  auto ran = run_to_end(options);
  return {std::move(ran), explanation.contents(), picture.contents()};
}

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(FollowPicture, writes_and_draws_what_made_the_history_illegal) {
  auto const written = follow_and_draw(header("register") + write(0, 1) + write(0, 2) + read(1, 1));
  EXPECT_EQ(written.ran.exit, 1);
  EXPECT_EQ(written.explanation, written.ran.out);
  EXPECT_EQ(count(written.svg, "<g class=\"evidence\"><title>process 1 read(): 1, lines 6-7"), 1U)
      << written.svg;
  EXPECT_EQ(count(written.svg, "<g class=\"nearby\""), 2U) << written.svg;
  EXPECT_EQ(count(written.svg, "process 0 write(2): done, lines 4-5"), 1U) << written.svg;
}

TEST(FollowPicture, draws_the_key_of_the_answer_alone) {
  auto const at = [](char const* key, std::string const& rest) {
    return event(0, std::string{R"("type":"invoke","key":")"} + key + "\"," + rest);
  };
  auto const written = follow_and_draw(
      header("register") + at("x", R"("op":"write","args":[1])") + event(0, R"("type":"ok")") +
      at("y", R"("op":"write","args":[2])") + event(0, R"("type":"ok")") +
      at("y", R"("op":"read")") + event(0, R"("type":"ok","value":1)"));
  EXPECT_NE(written.svg.find(", key y: "), std::string::npos) << written.svg;
  EXPECT_EQ(written.svg.find("write(1)"), std::string::npos) << written.svg;
  EXPECT_EQ(count(written.svg, "<title>process 0 write(2): done"), 1U) << written.svg;
}

TEST(FollowPicture, draws_the_end_of_a_long_history_in_at_most_100_kb) {
  auto text = header("register") + event(7, R"("type":"invoke","op":"read")");
  for (int i = 1; i < 1'000; ++i) text += write(0, i);
  text += event(7, R"("type":"ok","value":-1)");
  auto const written = follow_and_draw(text);
  EXPECT_EQ(written.ran.exit, 1);
  EXPECT_LE(written.svg.size(), 100'000U);
  EXPECT_EQ(count(written.svg, "process 7 called before these lines: -1"), 1U) << written.svg;
}

TEST(FollowPicture, of_a_legal_history_there_is_nothing_to_explain_or_draw) {
  auto const written = follow_and_draw(header("register") + write(0, 1));
  EXPECT_EQ(written.ran.exit, 0);
  EXPECT_EQ(written.explanation, "");
  EXPECT_EQ(written.svg, "");
}

TEST(FollowPicture, an_explanation_that_cannot_be_written_is_the_environments_fault) {
  ScratchFile const file{header("register") + write(0, 1)};
  auto options = following(file.path());
  options.explain = "/nonexistent/folder/explanation.txt";
  EXPECT_EQ(run_to_end(options).exit, 75);
}

}  // namespace
}  // namespace checker
