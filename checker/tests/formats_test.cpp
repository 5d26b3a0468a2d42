#include <gtest/gtest.h>

#include <string>

#include "checker/formats/json_cursor.hpp"
#include "checker/formats/read.hpp"
#include "checker/versioned/compact.hpp"

namespace checker::formats {
namespace {

using Histories = std::vector<AnyRecorded>;

Result<Histories> read(std::string const& text, ReadOptions const& options = {}) {
  auto lines = Lines::over("h", text);
  return read_histories(lines, options);
}

/// The message about a malformed text; empty if it was taken.
std::string complaint(std::string const& text, ReadOptions const& options = {}) {
  auto const result = read(text, options);
  auto const* failure = std::get_if<Failure>(&result);
  return failure == nullptr ? "" : message(*failure);
}

std::string const kHeader = "{\"history\":1,\"spec\":\"register\"}\n";
std::string const kCall = "{\"process\":0,\"type\":\"invoke\",\"op\":\"read\"}\n";

TEST(formats, are_found_from_the_first_line) {
  EXPECT_EQ(detect("{\"process\":0}"), Format::json_lines);
  EXPECT_EQ(detect("  { \"process\":0}"), Format::json_lines);
  EXPECT_EQ(detect("{:process 0}"), Format::edn);
  EXPECT_EQ(detect("[{:process 0}"), Format::edn);
  EXPECT_EQ(detect("; a comment"), Format::edn);
  EXPECT_EQ(detect("INFO  jepsen.util - 0\t:invoke\t:read\tnil"), Format::jepsen_log);
  EXPECT_EQ(detect("0 0 read 0 1 ok 2 0"), Format::versioned);
  EXPECT_EQ(detect("H Ok 3"), Format::versioned);
  EXPECT_EQ(detect("hello"), std::nullopt);
}

TEST(formats, an_empty_file_holds_no_history) {
  EXPECT_TRUE(std::get<Histories>(read("")).empty());
  EXPECT_TRUE(std::get<Histories>(read("\n \r\n\n")).empty());
}

TEST(formats, what_cannot_be_opened_says_why) {
  auto const result = read_histories("/nonexistent/history.jsonl", {});
  EXPECT_EQ(message(std::get<Failure>(result)),
            "/nonexistent/history.jsonl: cannot be read: No such file or directory");
}

struct Case {
  char const* name;
  std::string text;
  std::string message;
};

class Malformed : public testing::TestWithParam<Case> {};

TEST_P(Malformed, names_the_line_what_was_found_and_what_was_expected) {
  EXPECT_EQ(complaint(GetParam().text), GetParam().message);
}

std::vector<Case> json_line_cases() {
  return {
      {"unknown_format", "hello\n",
       "h:1: found 'hello'; expected a history in one of the formats jsonl, edn, jepsen-log, "
       "versioned or compact"},
      {"json_no_spec", kCall,
       "h:1: found no specification; expected a first line such as "
       "{\"history\":1,\"spec\":\"register\"}, or --spec, with one of versioned, register, kv, "
       "set, queue, counter, relations"},
      {"json_future", "{\"history\":2,\"spec\":\"register\"}\n",
       "h:1: found history version 2; expected version 1"},
      {"json_syntax", kHeader + "{\"process\":0,\"type\" \"invoke\"}\n",
       "h:2: found '\"invoke\"}' at column 21; expected ':'"},
      {"json_type", kHeader + "{\"process\":0,\"type\":\"invok\"}\n",
       "h:2: found '\"invok\"}' at column 21; expected \"invoke\", \"ok\", \"fail\" or \"info\""},
      {"json_member", kHeader + "{\"proces\":0}\n",
       "h:2: found a member called 'proces'; expected process, type, op, args, value, key, "
       "version, time or note (which is ignored)"},
      {"json_op", kHeader + "{\"process\":0,\"type\":\"invoke\",\"op\":\"get\"}\n",
       "h:2: found an operation called 'get'; expected read, write or cas"},
      {"json_few_args", kHeader + "{\"process\":0,\"type\":\"invoke\",\"op\":\"write\"}\n",
       "h:2: found too few arguments of write; expected the value to write"},
      {"json_many_args",
       kHeader + "{\"process\":0,\"type\":\"invoke\",\"op\":\"write\",\"args\":[1,2]}\n",
       "h:2: found too many arguments of write; expected no more"},
  };
}

std::vector<Case> json_history_cases() {
  return {
      {"json_no_call", kHeader + "{\"process\":0,\"type\":\"ok\",\"value\":1}\n",
       "h:2: found an end by a process that has nothing open; expected its 'invoke' on an earlier "
       "line"},
      {"json_two_calls", kHeader + kCall + kCall,
       "h:3: found a call by a process whose call of line 2 is still open; expected its end first; "
       "a process that gives up waiting goes on under another name"},
      {"json_no_value", kHeader + kCall + "{\"process\":0,\"type\":\"ok\"}\n",
       "h:3: found an answer without \"value\"; expected a value"},
      {"json_version",
       kHeader + kCall + "{\"process\":0,\"type\":\"ok\",\"value\":1,\"version\":2}\n",
       "h:3: found a version; expected none with this specification; \"versioned\" has them"},
      {"json_time_on_some",
       kHeader + "{\"process\":0,\"type\":\"invoke\",\"op\":\"read\",\"time\":1}\n" +
           "{\"process\":0,\"type\":\"ok\",\"value\":1}\n",
       "h:3: found an event without \"time\"; expected a time on every event or on none"},
      {"json_time_back",
       kHeader + "{\"process\":0,\"type\":\"invoke\",\"op\":\"read\",\"time\":5}\n" +
           "{\"process\":0,\"type\":\"ok\",\"value\":1,\"time\":4}\n",
       "h:3: found an end at time 4; expected a time not before its call, which is at 5"},
      {"json_large_amount",
       "{\"history\":1,\"spec\":\"counter\"}\n"
       "{\"process\":0,\"type\":\"invoke\",\"op\":\"add\",\"args\":[1000000000001]}\n",
       "h:2: found an amount of 1000000000001; expected one from -10^12 to 10^12"},
      {"json_versioned_read_of_something",
       "{\"history\":1,\"spec\":\"versioned\"}\n"
       "{\"process\":0,\"type\":\"invoke\",\"op\":\"read\",\"args\":[1]}\n",
       "h:2: found too many arguments of read; expected no more"},
      {"json_versioned_cas_of_nothing",
       "{\"history\":1,\"spec\":\"versioned\"}\n"
       "{\"process\":0,\"type\":\"invoke\",\"op\":\"cas\"}\n",
       "h:2: found too few arguments of cas; expected the version expected"},
      {"json_versioned_op",
       "{\"history\":1,\"spec\":\"versioned\"}\n"
       "{\"process\":0,\"type\":\"invoke\",\"op\":\"add\",\"args\":[1]}\n",
       "h:2: found an operation called 'add'; expected read, write or cas"},
      {"json_version_too_large",
       "{\"history\":1,\"spec\":\"versioned\"}\n"
       "{\"process\":0,\"type\":\"invoke\",\"op\":\"read\"}\n"
       "{\"process\":0,\"type\":\"ok\",\"version\":2147483648}\n",
       "h:3: found version 2147483648; expected a version from 0 to 2147483647"},
      {"json_deep", kHeader + "{\"note\":" + std::string(100, '[') + "}\n",
       "h:2: found '[[[[[[[[[[[[[[[[[[[[' at column 74; expected at most 64 brackets within each "
       "other"},
  };
}

std::vector<Case> other_cases() {
  return {
      {"edn_not_a_map", "[1 2]\n",
       "h:1: found '1 2]\\x0a'; expected a map such as {:process 0, :type :invoke, :f :read, "
       ":value "
       "nil}"},
      {"edn_open", "{:process 0, :type :invoke, :f :read\n\n",
       "h:3: found the end of the text; expected a value"},
      {"edn_f", "{:process 0, :type :invoke, :f :inc, :value nil}\n",
       "h:1: found :f ':inc'; expected :read, :write or :cas"},
      {"edn_type", "{:process 0, :type :done, :f :read, :value nil}\n",
       "h:1: found :type ':done'; expected :invoke, :ok, :fail or :info"},
      {"log_other_logger", "INFO  jepsen.util - 0 :invoke :read nil\nINFO  jepsen.core - x\n",
       "h:2: found 'INFO  jepsen.core - x'; expected INFO  jepsen.util - PROCESS :TYPE :F VALUE "
       "(lines of other loggers must be taken out first)"},
      {"log_one_word", "INFO  jepsen.util - 0\n",
       "h:1: found the end of the text; expected a value"},
      {"log_long", "INFO  jepsen.util - 0 :invoke :read nil nil\n",
       "h:1: found 'nil'; expected the end of the line after VALUE"},
      {"log_short", "INFO  jepsen.util - 0 :invoke :read\n",
       "h:1: found the end of the text; expected a value"},
      {"versioned_short", "0 0 read 0 1 ok 2\n",
       "h:1: found the end of the line '0 0 read 0 1 ok 2'; expected VERSION, a whole number from "
       "0 to 268435455"},
      {"versioned_op", "0 0 rid 0 1 ok 2 0\n", "h:1: found 'rid'; expected OP: read, write or cas"},
      {"versioned_back", "0 0 read 0 5 ok 2 0\n",
       "h:1: found '2'; expected RETURN, not before CALL, a whole number from 5 to "
       "9223372036854775806"},
      {"versioned_fail", "0 0 read 0 1 fail 2 0\n",
       "h:1: found 'fail'; expected STATUS ok or info (only a cas can fail)"},
      {"versioned_missing", "H Ok 2\n0 0 read 0 1 ok 2 0\n",
       "h:2: found the end of a history; expected 1 more lines, as its 'H' line said"},
  };
}

INSTANTIATE_TEST_SUITE_P(json_lines, Malformed, testing::ValuesIn(json_line_cases()),
                         [](auto const& tested) { return std::string{tested.param.name}; });
INSTANTIATE_TEST_SUITE_P(json_histories, Malformed, testing::ValuesIn(json_history_cases()),
                         [](auto const& tested) { return std::string{tested.param.name}; });
INSTANTIATE_TEST_SUITE_P(other_formats, Malformed, testing::ValuesIn(other_cases()),
                         [](auto const& tested) { return std::string{tested.param.name}; });

TEST(formats, a_spec_that_is_not_the_files_is_refused) {
  EXPECT_EQ(complaint("0 0 read 0 1 ok 2 0\n", {std::nullopt, "register"}),
            "h: found a history of versioned; expected one of register, as asked");
}

TEST(formats, a_spec_asked_for_stands_in_for_the_header) {
  EXPECT_EQ(complaint(kCall, {std::nullopt, "register"}), "");
}

TEST(formats, an_event_cut_off_at_the_end_says_nothing) {
  auto const result = read(kHeader + kCall + "{\"process\":0,\"ty");
  auto const& recorded = std::get<Recorded<Register>>(std::get<Histories>(result).front());
  ASSERT_EQ(recorded.history.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<Indeterminate>(recorded.history[0].completion));
}

TEST(formats, lines_may_end_in_crlf_and_begin_with_a_byte_order_mark) {
  EXPECT_EQ(complaint("\xef\xbb\xbf{\"history\":1,\"spec\":\"set\"}\r\n\r\n"
                      "{\"process\":\"a\",\"type\":\"invoke\",\"op\":\"add\",\"args\":[1]}\r\n"),
            "");
}

TEST(formats, edn_ignores_what_it_does_not_know) {
  auto const result = read(
      "[{:process :nemesis, :type :info, :f :start}\n ; a comment\n"
      "{:index 0, :time 12, :process 0, :type :invoke, :f :write, :value 3, :x #{1 \"}\"}}\n"
      "#_{:process 7} {:process 0, :type :fail, :f :write, :value 3, :error [:timeout \\a]}]");
  auto const& recorded = std::get<Recorded<Register>>(std::get<Histories>(result).front());
  ASSERT_EQ(recorded.history.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<NeverHappened>(recorded.history[0].completion));
  EXPECT_EQ(recorded.places[0].called, 3U);
}

TEST(formats, values_of_one_text_are_equal_however_they_are_escaped) {
  auto const result = read(kHeader +
                           "{\"process\":0,\"type\":\"invoke\",\"op\":\"cas\","
                           "\"args\":[\"\\u00e9\\ud83d\\ude00\",\"\u00e9\U0001F600\"]}\n");
  auto const& recorded = std::get<Recorded<Register>>(std::get<Histories>(result).front());
  auto const& cas = std::get<Register::CompareAndSet>(recorded.history[0].operation);
  EXPECT_EQ(cas.expected, cas.desired);
}

TEST(formats, the_compact_form_is_read_as_it_was_written) {
  versioned::History history;
  auto& operations = history.operations;
  operations.resize(2);
  operations[0].ret = 9;
  operations[0].kind = versioned::Kind::write;
  operations[0].version = 1;
  operations[1].call = 10;
  operations[1].ret = 12;
  operations[1].version = 1;
  operations[1].client = 3;
  auto const bytes = versioned::encode(history);
  auto const result = read(bytes);
  auto const& recorded = std::get<RecordedVersions>(std::get<Histories>(result).front());
  EXPECT_EQ(recorded.history.operations, history.operations);
  EXPECT_NE(complaint(bytes.substr(0, bytes.size() - 1)).find("h: found byte "), std::string::npos);
}

TEST(formats, a_line_of_many_megabytes_is_refused_not_kept) {
  EXPECT_EQ(complaint(std::string(Lines::kLongest + 2'000'000, 'x') + "\n"),
            "h:1: found more than 16 MiB without an end of line; expected a text of lines");
}

}  // namespace
}  // namespace checker::formats
