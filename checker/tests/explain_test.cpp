#include "checker/explain.hpp"

#include <gtest/gtest.h>

#include "checker/specs/register.hpp"

namespace checker {
namespace {

using Register = specs::Register<>;
using Ops = Orders<Register>;

Register::Operation const kWriteOne = Register::Write{1};
Register::Operation const kRead = Register::Read{};
Register::Outcome const kDone = Register::Done{};

Register::Outcome found(std::optional<std::int64_t> value) { return Register::Found{value}; }

Exhibit exhibit(OperationId id, std::string client, std::string call, std::string answer,
                Lifetime lifetime) {
  return {id, std::move(client), std::move(call),  std::move(answer),
          "", lifetime,          lifetime.returned};
}

TEST(orders, of_a_stale_read_stop_at_the_read) {
  Ops orders{Register{}, {{&kWriteOne, kDone, {0, 1}}, {&kRead, found(std::nullopt), {2, 3}}}};
  auto const stops = orders.stops();
  ASSERT_EQ(stops.size(), 1U);
  EXPECT_EQ(stops[0].before, std::vector<std::size_t>{0});
  EXPECT_EQ(stops[0].next, 1U);
  EXPECT_EQ(stops[0].would_answer, found(1));
  EXPECT_EQ(orders.possible_answers(1), std::vector{found(1)});
}

TEST(orders, that_go_well_have_no_stops) {
  Ops orders{Register{}, {{&kWriteOne, kDone, {0, 5}}, {&kRead, found(std::nullopt), {2, 3}}}};
  EXPECT_TRUE(orders.stops().empty());
  EXPECT_EQ(orders.possible_answers(1), (std::vector{found(1), found(std::nullopt)}));
}

TEST(orders, an_operation_that_may_have_happened_need_not) {
  Ops orders{Register{},
             {{&kWriteOne, std::nullopt, {0, std::nullopt}}, {&kRead, found(7), {2, 3}}}};
  EXPECT_EQ(orders.stops().size(), 2U);
  EXPECT_EQ(orders.possible_answers(1), (std::vector{found(1), found(std::nullopt)}));
}

TEST(drawing, has_a_row_for_each_client_and_a_box_for_each_operation) {
  EXPECT_EQ(draw({exhibit(0, "process 0", "write(1)", "done", {0, 20}),
                  exhibit(1, "process 1", "read()", "1", {5, 10}),
                  exhibit(2, "process 1", "read()", "", {11, std::nullopt})}),
            "  process 0  [A write(1): done   ]\n"
            "  process 1    [B read(): 1  ] [C read(): ?..\n");
}

TEST(drawing, that_would_be_too_wide_is_left_out) {
  EXPECT_EQ(draw({exhibit(0, "process 0", std::string(200, 'x'), "done", {0, 20})}), "");
}

TEST(explanation, says_which_answer_is_wrong_and_what_it_should_have_been) {
  Explanation explanation;
  explanation.exhibits = {exhibit(0, "process 0", "write(1)", "done", {0, 1}),
                          exhibit(1, "process 1", "read()", "nothing", {2, 3})};
  explanation.dead_ends = {{{0}, 1, "1"}};
  explanation.remedy = Remedy{1, {"1"}};
  explanation.others_left_out = 2;
  EXPECT_EQ(explain(explanation),
            "These 2 answers contradict each other:\n"
            "  A  process 0  write(1)  answered done\n"
            "  B  process 1  read()    answered nothing\n"
            "A returned before B was called.\n"
            "The only order that keeps real time fails:\n"
            "  - A, then B: B would have to answer 1, but answered nothing.\n"
            "B answered nothing. It should have been 1: then there would be no contradiction.\n"
            "(2 other operations are left out: whatever they answered, and even if they took "
            "effect at other times, it would not help.)\n");
}

}  // namespace
}  // namespace checker
