#include "checker/formats/json_cursor.hpp"

#include <fmt/format.h>

#include <charconv>

#include "checker/formats/ascii.hpp"

namespace checker::formats {
namespace {

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void append_utf8(std::string& to, std::uint32_t code) {
  auto const byte = [&](std::uint32_t b) { to += static_cast<char>(b); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0 | (code >> 6U));
  } else {
    if (code < 0x10000) {
      byte(0xe0 | (code >> 12U));
    } else {
      byte(0xf0 | (code >> 18U));
      byte(0x80 | ((code >> 12U) & 0x3fU));
    }
    byte(0x80 | ((code >> 6U) & 0x3fU));
  }
  byte(0x80 | (code & 0x3fU));
}

char simple_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;  // Quote, backslash and slash stand for themselves; others were refused.
  }
}

}  // namespace

void JsonCursor::fail(std::string expected) {
  if (failed()) return;
  auto const rest = at_ < text_.size() ? quoted(text_.substr(at_, 20)) : "the end of the line";
  complaint_ =
      Complaint{fmt::format("{} at column {}", rest, offset_ + at_ + 1), std::move(expected)};
}

void JsonCursor::complain(Complaint complaint) {
  if (!failed()) complaint_ = std::move(complaint);
}

void JsonCursor::skip_space() {
  while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
}

char JsonCursor::peek() {
  skip_space();
  return at_ < text_.size() && !failed() ? text_[at_] : '\0';
}

bool JsonCursor::take(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

void JsonCursor::need(char c, char const* expected) {
  if (!take(c)) fail(expected);
}

void JsonCursor::open(char bracket) {
  need(bracket, bracket == '{' ? "an object" : "an array");
  first_ = true;
}

std::optional<std::string_view> JsonCursor::next_key() {
  if (take('}')) {
    first_ = false;
    return std::nullopt;
  }
  if (!first_) need(',', "',' or '}'");
  first_ = false;
  skip_space();
  auto const key = quoted_text();
  need(':', "':'");
  if (failed()) return std::nullopt;
  return key;
}

bool JsonCursor::next_element() {
  if (take(']')) {
    first_ = false;
    return false;
  }
  if (!first_) need(',', "',' or ']'");
  first_ = false;
  return !failed();
}

std::int64_t JsonCursor::integer() {
  skip_space();
  std::int64_t number = 0;
  auto const* from = text_.data() + at_;
  auto const* to = text_.data() + text_.size();
  auto const [end, error] = std::from_chars(from, to, number);
  bool const longer = end != to && (*end == '.' || *end == 'e' || *end == 'E');
  if (failed() || error != std::errc{} || longer) {
    fail("an integer of at most 64 bits");
    return 0;
  }
  at_ += static_cast<std::size_t>(end - from);
  return number;
}

bool JsonCursor::boolean() {
  if (peek() == 't') {
    skip_word("true");
    return !failed();
  }
  if (peek() == 'f') {
    skip_word("false");
  } else {
    fail("true or false");
  }
  return false;
}

bool JsonCursor::take_null() {
  if (peek() != 'n') return false;
  skip_word("null");
  return !failed();
}

std::string JsonCursor::string() {
  std::string result;
  if (peek() != '"') {
    fail("a string");
    return result;
  }
  auto const text = quoted_text();
  if (!failed()) unescape(text, result);
  return result;
}

std::string_view JsonCursor::value() {
  skip_space();
  auto const from = at_;
  value_offset_ = offset_ + at_;
  skip_value(0);
  return failed() ? std::string_view{} : text_.substr(from, at_ - from);
}

void JsonCursor::end() {
  if (peek() != '\0' || at_ < text_.size()) fail("the end of the line");
}

/// The text between two quotes, checked but as it stands.
std::string_view JsonCursor::quoted_text() {
  if (failed() || at_ == text_.size() || text_[at_] != '"') {
    fail("'\"'");
    return {};
  }
  auto const from = ++at_;
  for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (static_cast<unsigned char>(text_[at_]) < 0x20)
      return fail("no control character in a string"), std::string_view{};
    if (text_[at_] != '\\') continue;
    ++at_;
    if (at_ == text_.size()) break;
    if (std::string_view{"\"\\/bfnrtu"}.find(text_[at_]) == std::string_view::npos) {
      return fail("one of \" \\ / b f n r t u after a backslash"), std::string_view{};
    }
  }
  if (at_ >= text_.size()) return fail("a closing '\"'"), std::string_view{};
  return text_.substr(from, at_++ - from);
}

std::uint32_t JsonCursor::hex4(std::string_view digits) {
  std::uint32_t code = 0;
  auto const* to = digits.data() + digits.size();
  auto const [end, error] = std::from_chars(digits.data(), to, code, 16);
  if (digits.size() < 4 || error != std::errc{} || end != to) {
    complain({quoted(digits) + " after \\u", "four hexadecimal digits"});
  }
  return code;
}

/// What stands after `\u`, a second half included.
std::uint32_t JsonCursor::code_point(std::string_view& rest) {
  auto const high = hex4(rest.substr(0, 4));
  rest.remove_prefix(std::min<std::size_t>(4, rest.size()));
  if (high < 0xd800 || high > 0xdfff || failed()) return high;
  auto const low = rest.starts_with("\\u") ? hex4(rest.substr(2, 4)) : 0;
  if (high > 0xdbff || low < 0xdc00 || low > 0xdfff) {
    complain({"half a surrogate pair", "both halves, as in \\ud83d\\ude00"});
    return 0;
  }
  rest.remove_prefix(6);
  return 0x10000 + ((high - 0xd800) << 10U) + (low - 0xdc00);
}

void JsonCursor::unescape(std::string_view quoted, std::string& into) {
  into.reserve(quoted.size());
  while (!failed()) {
    auto const backslash = quoted.find('\\');
    into += quoted.substr(0, backslash);
    if (backslash == std::string_view::npos) return;
    char const kind = quoted[backslash + 1];
    quoted.remove_prefix(backslash + 2);
    if (kind == 'u') {
      append_utf8(into, code_point(quoted));
    } else {
      into += simple_escape(kind);
    }
  }
}

void JsonCursor::skip_word(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return fail(std::string{word});
  at_ += word.size();
}

void JsonCursor::skip_digits() {
  if (at_ == text_.size() || !is_digit(text_[at_])) return fail("a digit");
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
}

void JsonCursor::skip_number() {
  if (text_[at_] == '-') ++at_;
  skip_digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    skip_digits();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    skip_digits();
  }
}

void JsonCursor::skip_value(int depth) {
  if (depth > kDeepest) return fail(fmt::format("at most {} brackets within each other", kDeepest));
  switch (peek()) {
    case '{':
      for (open('{'); next_key();) skip_value(depth + 1);
      return;
    case '[':
      for (open('['); next_element();) skip_value(depth + 1);
      return;
    case '"':
      static_cast<void>(quoted_text());
      return;
    case 't':
      return skip_word("true");
    case 'f':
      return skip_word("false");
    case 'n':
      return skip_word("null");
    default:
      if (peek() == '-' || is_digit(peek())) return skip_number();
      fail("a value");
  }
}

}  // namespace checker::formats
