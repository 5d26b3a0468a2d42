#include "checker/formats/event_scan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "checker/tests/random_history.hpp"

namespace checker::tests {
namespace {

using formats::JsonEvent;

std::string pick(Dice& dice, std::initializer_list<char const*> words) {
  return *(words.begin() + dice.below(static_cast<std::int64_t>(words.size())));
}

/// Members that are mostly right, in any order and number.
std::string random_line(Dice& dice) {
  std::string line = "{";
  for (auto members = 1 + dice.below(7); members > 0; --members) {
    if (line.size() > 1) line += ',';
    line += pick(dice, {R"("process":3)",
                        R"("process":"p")",
                        R"("process":-1)",
                        R"("process":01)",
                        R"("type":"invoke")",
                        R"("type":"ok")",
                        R"("type":"info")",
                        R"("type":7)",
                        R"("type":"done")",
                        R"("op":"read")",
                        R"("op":"")",
                        R"("key":"k1")",
                        R"("key":"\n")",
                        R"("key":[1])",
                        R"("args":[1,2])",
                        R"("args":[])",
                        R"("args":5)",
                        R"("args":[[1]])",
                        R"("version":12)",
                        R"("version":1.5)",
                        R"("value":true)",
                        R"("value":null)",
                        R"("value":"x")",
                        R"("value":-)",
                        R"("time":99)",
                        R"("note":1)",
                        R"("other":1)",
                        R"("value":{"a":1})",
                        R"("version":1234567890123456789012)"});
  }
  line += dice.one_in(20) ? "" : "}";
  return line;
}

/// What the reader proper makes of it: the scanner does not touch a line that begins with a space.
std::variant<JsonEvent, formats::Complaint> read_slowly(std::string const& spaced) {
  return formats::parse_event(spaced);
}

TEST(EventScan, reads_nothing_that_the_reader_refuses_and_all_else_alike) {
  std::size_t scanned = 0;
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    Dice dice{seed};
    auto const line = random_line(dice);
    auto const fast = formats::scan_event(line);
    if (!fast) continue;
    ++scanned;
    auto const spaced = " " + line;
    auto const result = read_slowly(spaced);
    auto const* slow = std::get_if<JsonEvent>(&result);
    ASSERT_NE(slow, nullptr) << line;
    EXPECT_EQ(fast->type, slow->type) << line;
    EXPECT_EQ(fast->process, slow->process) << line;
    EXPECT_EQ(fast->op, slow->op) << line;
    EXPECT_EQ(fast->key.text, slow->key.text) << line;
    EXPECT_EQ(fast->args.text, slow->args.text) << line;
    EXPECT_EQ(fast->value.text, slow->value.text) << line;
    EXPECT_EQ(fast->version, slow->version) << line;
    EXPECT_EQ(fast->time, slow->time) << line;
  }
  EXPECT_GT(scanned, 1'000U);
}

TEST(EventScan, reads_the_usual_lines) {
  EXPECT_TRUE(
      formats::scan_event(R"({"process":0,"type":"invoke","op":"cas","key":"k","args":[3]})"));
  EXPECT_TRUE(formats::scan_event(R"({"process":0,"type":"ok","version":4,"value":true})"));
}

}  // namespace
}  // namespace checker::tests
