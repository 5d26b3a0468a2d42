#include "checker/formats/json_event.hpp"

#include <fmt/format.h>

#include "checker/formats/event_scan.hpp"

namespace checker::formats {
namespace {

constexpr std::int64_t kHistoryVersion = 1;

Slice slice(JsonCursor& cursor) {
  auto const text = cursor.value();
  return {text, cursor.value_offset()};
}

/// A string or an integer: what may name a process or a key.
std::string_view name(JsonCursor& cursor) {
  char const first = cursor.peek();
  if (first == '"') return cursor.value();
  auto const before = cursor;
  static_cast<void>(cursor.integer());
  if (cursor.failed()) {
    cursor = before;
    cursor.fail("a string or an integer");
    return {};
  }
  auto again = before;
  return again.value();
}

void parse_type(JsonCursor& cursor, JsonEvent& event) {
  auto const at = cursor;
  auto const text = cursor.value();
  if (text == R"("invoke")") {
    event.type = JsonEvent::Type::invoke;
  } else if (text == R"("ok")") {
    event.type = JsonEvent::Type::ok;
  } else if (text == R"("fail")") {
    event.type = JsonEvent::Type::fail;
  } else if (text == R"("info")") {
    event.type = JsonEvent::Type::info;
  } else {
    cursor = at;
    cursor.fail(R"("invoke", "ok", "fail" or "info")");
  }
}

void parse_op(JsonCursor& cursor, JsonEvent& event) {
  if (cursor.peek() != '"') return cursor.fail("the name of an operation, in quotes");
  auto const text = cursor.value();
  if (text.size() >= 2) event.op = text.substr(1, text.size() - 2);
}

void parse_args(JsonCursor& cursor, JsonEvent& event) {
  if (cursor.peek() != '[') return cursor.fail("an array of arguments");
  event.args = slice(cursor);
}

void parse_member(JsonCursor& cursor, std::string_view key, JsonEvent& event, bool& typed) {
  if (key == "type") {
    typed = true;
    parse_type(cursor, event);
  } else if (key == "process") {
    event.process = name(cursor);
  } else if (key == "op") {
    parse_op(cursor, event);
  } else if (key == "args") {
    parse_args(cursor, event);
  } else if (key == "value") {
    event.value = slice(cursor);
  } else if (key == "key") {
    auto const text = name(cursor);
    event.key = {text, 0};
  } else if (key == "version") {
    event.version = cursor.integer();
  } else if (key == "time") {
    event.time = cursor.integer();
  } else if (key == "note") {
    static_cast<void>(cursor.value());
  } else {
    cursor.complain(
        {fmt::format("a member called {}", quoted(key)),
         "process, type, op, args, value, key, version, time or note (which is ignored)"});
  }
}

void parse_header_member(JsonCursor& cursor, std::string_view key, JsonHeader& header) {
  if (key == "history") {
    auto const version = cursor.integer();
    if (!cursor.failed() && version != kHistoryVersion) {
      cursor.complain({fmt::format("history version {}", version), "version 1"});
    }
  } else if (key == "spec") {
    header.spec = cursor.string();
  } else if (key == "initial") {
    header.initial = slice(cursor);
  } else if (key == "private") {
    for (cursor.open('['); cursor.next_element();) header.private_users.push_back(cursor.integer());
  } else if (key == "note") {
    static_cast<void>(cursor.value());
  } else {
    cursor.complain({fmt::format("a member called {} in the header", quoted(key)),
                     "history, spec, initial, private or note"});
  }
}

}  // namespace

std::variant<JsonEvent, Complaint> parse_event(std::string_view line) {
  if (auto const event = scan_event(line)) return *event;
  JsonCursor cursor{line};
  JsonEvent event;
  bool typed = false;
  cursor.open('{');
  while (auto const key = cursor.next_key()) parse_member(cursor, *key, event, typed);
  cursor.end();
  if (event.process.empty()) cursor.complain({"an event without \"process\"", "who called"});
  if (!typed) cursor.complain({"an event without \"type\"", R"("invoke", "ok", "fail" or "info")"});
  if (event.type == JsonEvent::Type::invoke && event.op.empty()) {
    cursor.complain({"a call without \"op\"", "the name of the operation"});
  }
  if (event.type == JsonEvent::Type::invoke && (event.value.given() || event.version)) {
    cursor.complain({"a call with \"value\" or \"version\"", "these at its end"});
  }
  if (cursor.failed()) return *cursor.complaint();
  return event;
}

bool is_header(std::string_view line) {
  JsonCursor cursor{line};
  cursor.open('{');
  return cursor.next_key() == "history";
}

std::variant<JsonHeader, Complaint> parse_header(std::string_view line) {
  JsonCursor cursor{line};
  JsonHeader header;
  cursor.open('{');
  while (auto const key = cursor.next_key()) parse_header_member(cursor, *key, header);
  cursor.end();
  if (cursor.failed()) return *cursor.complaint();
  return header;
}

std::string plain_text(std::string_view json) {
  return json.starts_with('"') ? JsonCursor{json}.string() : std::string{json};
}

std::string_view plain_text(std::string_view json, std::string& room) {
  if (!json.starts_with('"')) return json;
  if (json.find('\\') == std::string_view::npos) return json.substr(1, json.size() - 2);
  return room = JsonCursor{json}.string();
}

}  // namespace checker::formats
