#include "properties/trace/codec.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "properties/trace/tests/samples.hpp"

namespace properties::trace {
namespace {

std::string const kName{"t.json"};

/// The message about this text, or "" when it is a trace.
std::string refusal_of(std::string_view text) {
  auto const decoded = decode_trace(text, kName);
  auto const* error = std::get_if<TraceError>(&decoded);
  return error == nullptr ? "" : error->message;
}

/// The hand-made trace with the first `from` replaced.
std::string refusal_with(std::string_view from, std::string_view to) {
  auto text = encode_trace(samples::by_hand());
  auto const at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  return refusal_of(text.replace(at, from.size(), to));
}

TEST(TraceCodec, what_is_written_is_read_back_equal) {
  for (auto const& trace : {samples::everything(), samples::by_hand(), Trace{}}) {
    auto const text = encode_trace(trace);
    auto const decoded = decode_trace(text, kName);
    ASSERT_EQ(refusal_of(text), "");
    EXPECT_EQ(std::get<Trace>(decoded), trace) << text;
    EXPECT_EQ(encode_trace(std::get<Trace>(decoded)), text);
  }
}

TEST(TraceCodec, a_trace_by_hand_reads_like_this) {
  EXPECT_EQ(encode_trace(samples::by_hand()), R"({
  "$schema": "relcheck/trace/1",
  "title": "two follows of one pair",
  "expect": "pass",
  "scenario": {
    "accounts": [{"id": 1}, {"id": 2}],
    "sessions": [
      {
        "name": "c1",
        "actions": [
          {"op": "follow", "follower": 1, "followee": 2}
        ]
      },
      {
        "name": "c2",
        "actions": [
          {"op": "follow", "follower": 1, "followee": 2}
        ]
      }
    ],
    "schedule": [
      {"at": {"session": "c1", "action": 0, "step": "check_block"}, "to": "c2"}
    ]
  }
}
)");
}

TEST(TraceCodec, bytes_that_are_no_text_are_written_as_replacement_characters) {
  auto trace = samples::by_hand();
  trace.title =
      "a\xFF"
      "b\x01";
  auto const decoded = decode_trace(encode_trace(trace), kName);
  ASSERT_TRUE(std::holds_alternative<Trace>(decoded));
  EXPECT_EQ(std::get<Trace>(decoded).title,
            "a\xEF\xBF\xBD"
            "b\x01");
}

TEST(TraceReader, a_cut_file_is_called_cut) {
  auto const text = encode_trace(samples::by_hand());
  EXPECT_EQ(refusal_of(text.substr(0, 50)),
            "t.json: line 3, column 16: the file is cut: it ends in the middle of the trace; "
            "fetch or write it again");
}

TEST(TraceReader, an_empty_file_is_called_empty) {
  EXPECT_EQ(refusal_of(" \n"), "t.json: the file is empty; expected a trace");
}

TEST(TraceReader, what_is_not_json_is_told_with_line_and_column) {
  EXPECT_EQ(refusal_of("{\n  \"a\": nope}"),
            "t.json: line 2, column 9: this is not JSON; expected a trace as relcheck writes it");
  EXPECT_EQ(refusal_with("\"expect\"", "\"ex\xFFpect\""),
            "t.json: line 4, column 6: this is not JSON; expected a trace as relcheck writes it");
}

TEST(TraceReader, a_number_without_end_is_refused) {
  EXPECT_EQ(
      refusal_with("\"id\": 1", "\"id\": 1e999"),
      "t.json: the file holds a number that is out of range; expected whole numbers of 64 bits");
}

TEST(TraceReader, another_version_is_refused_by_number) {
  EXPECT_EQ(refusal_with("trace/1", "trace/7"),
            "t.json: this is a trace of version 7; this relcheck reads 1: use a newer relcheck");
  EXPECT_EQ(refusal_with("trace/1", "trace/0"),
            "t.json: this is a trace of version 0, which this relcheck cannot read (it reads 1): "
            "find it again with this relcheck");
}

TEST(TraceReader, what_is_no_trace_is_refused_before_anything_else) {
  auto const expected =
      "t.json: at /$schema: this is no trace of relcheck; expected \"relcheck/trace/1\"";
  EXPECT_EQ(refusal_of("{\"a\": 1}"), expected);
  EXPECT_EQ(refusal_with("trace/1", "trace/one"), expected);
  EXPECT_EQ(refusal_with("trace/1", "trace/-1"), expected);
  EXPECT_EQ(refusal_with("trace/1", "trace/99999999999999999999"), expected);
  EXPECT_EQ(refusal_with("relcheck/trace", "relcheck/history"), expected);
  EXPECT_EQ(refusal_of("[]"), "t.json: found no object; expected a trace, which begins with {");
}

TEST(TraceReader, an_unknown_operation_is_refused_with_those_that_are_known) {
  EXPECT_EQ(
      refusal_with("\"follow\"", "\"folow\""),
      "t.json: at /scenario/sessions/0/actions/0/op: found \"folow\", expected one of follow, "
      "unfollow, decide, block, unblock, post, can_read, deliver, rebuild, certify");
}

TEST(TraceReader, unknown_words_are_refused_where_they_stand) {
  EXPECT_EQ(refusal_with("\"id\": 2", "\"id\": 2, \"colour\": 3"),
            "t.json: at /scenario/accounts/1: found the unknown key \"colour\", expected only id, "
            "private, deleted");
  EXPECT_EQ(
      refusal_with("\"to\": \"c2\"", "\"to\": \"c3\""),
      "t.json: at /scenario/schedule/0/to: found \"c3\", expected the name of a session: c1, c2");
  EXPECT_NE(refusal_with("check_block", "check_blok")
                .find("t.json: at /scenario/schedule/0/at/step: found \"check_blok\", expected one "
                      "of begin, "),
            std::string::npos);
  EXPECT_EQ(refusal_with("\"pass\"", "\"maybe\""),
            "t.json: at /expect: found \"maybe\", expected one of pass, violation");
}

TEST(TraceReader, missing_and_doubled_keys_are_refused) {
  EXPECT_EQ(refusal_with("\"followee\": 2", "\"follower\": 2"),
            "t.json: at /scenario/sessions/0/actions/0/follower: found this key twice, expected it "
            "once");
  EXPECT_EQ(refusal_with(", \"followee\": 2", ""),
            "t.json: at /scenario/sessions/0/actions/0: found no key \"followee\", expected one");
}

TEST(TraceReader, a_value_of_another_type_is_refused) {
  EXPECT_EQ(refusal_with("\"id\": 1", "\"id\": \"1\""),
            "t.json: at /scenario/accounts/0/id: found \"1\", expected a whole number");
  EXPECT_EQ(refusal_with("\"id\": 1", "\"id\": 1.5"),
            "t.json: at /scenario/accounts/0/id: found 1.5, expected a whole number");
  EXPECT_EQ(
      refusal_with("\"id\": 1", "\"id\": 18446744073709551615"),
      "t.json: at /scenario/accounts/0/id: found 18446744073709551615, expected a whole number");
  EXPECT_EQ(
      refusal_with("\"action\": 0", "\"action\": 4294967296"),
      "t.json: at /scenario/schedule/0/at/action: found 4294967296, expected a smaller number");
}

TEST(TraceReader, ids_begin_at_one) {
  EXPECT_EQ(refusal_with("\"id\": 1", "\"id\": 0"),
            "t.json: at /scenario/accounts/0/id: found 0, expected 1 or more");
  EXPECT_EQ(refusal_with("\"follower\": 1", "\"follower\": -3"),
            "t.json: at /scenario/sessions/0/actions/0/follower: found -3, expected 1 or more");
}

TEST(TraceReader, session_names_are_plain_unlike_and_not_reserved) {
  auto trace = samples::by_hand();
  trace.scenario.schedule = {};
  trace.scenario.sessions[1].name = "c1";
  EXPECT_EQ(
      refusal_of(encode_trace(trace)),
      "t.json: at /scenario/sessions/1/name: found \"c1\", the name of session 0 too; expected "
      "a name of its own");
  trace.scenario.sessions[1].name = "drain";
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /scenario/sessions/1/name: found \"drain\", which is reserved for the run "
            "itself; expected another name, like \"c1\"");
  trace.scenario.sessions[1].name = "c 2";
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /scenario/sessions/1/name: expected a name of 1 to 24 letters, digits, '_' "
            "or '-'");
}

TEST(TraceReader, a_schedule_names_points_that_exist_and_each_once) {
  EXPECT_EQ(refusal_with("\"action\": 0", "\"action\": 1"),
            "t.json: at /scenario/schedule/0/at/action: found action 1 of c1, whose program has 1 "
            "(counted from 0)");
  EXPECT_EQ(refusal_with("\"session\": \"c1\"", "\"session\": \"given\""),
            "t.json: at /scenario/schedule/0/at/session: found \"given\", which takes no turns; "
            "expected a session");
  auto trace = samples::by_hand();
  trace.scenario.schedule.switches.push_back(trace.scenario.schedule.switches[0]);
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /scenario/schedule/1: found a second switch before c1 follow(1,2) "
            "check_block (the first is 0); expected at most one");
  trace.scenario.schedule.switches[1].after = true;
  EXPECT_EQ(refusal_of(encode_trace(trace)), "");
}

TEST(TraceReader, posts_and_accounts_are_made_once) {
  auto trace = samples::by_hand();
  model::MakePost const post{model::UserId{1}, model::PostId{7}, model::Visibility::self,
                             model::TokenRead::plain};
  trace.scenario.given = {post};
  trace.scenario.sessions[1].actions.emplace_back(post);
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /scenario/sessions/1/actions/1/post: found post 7, made already at "
            "/scenario/given/0/post; expected a new number");
  EXPECT_EQ(
      refusal_with("\"id\": 2", "\"id\": 1"),
      "t.json: at /scenario/accounts/1/id: found account 1 a second time; expected each once");
}

TEST(TraceReader, a_run_agrees_with_its_scenario) {
  auto trace = samples::everything();
  trace.run->actions[3].action = Rebuild{};
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /run/actions/3/action: found rebuild(), but the program of c1 says "
            "unblock(2,1)");
  trace = samples::everything();
  trace.run->actions[2].responded_at = 8;
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /run/actions/2: found a response of an action that ended indeterminate; "
            "expected no \"responded\"");
  trace = samples::everything();
  trace.run->actions[3].responded_at = 8;
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /run/actions/3/responded: found tick 8, before the call at 9");
  trace = samples::everything();
  trace.run->log[2].tick = 7;
  EXPECT_EQ(refusal_of(encode_trace(trace)),
            "t.json: at /run/log/2/tick: found tick 7 after 8; expected them in order");
}

TEST(TraceReader, nesting_without_end_is_refused_and_not_fatal) {
  EXPECT_NE(refusal_of(std::string(1'000'000, '[')).find("the file is cut"), std::string::npos);
  auto const closed = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_NE(refusal_of(closed), "");
}

}  // namespace
}  // namespace properties::trace
