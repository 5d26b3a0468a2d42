#include "checker/formats/edn_cursor.hpp"

#include <fmt/format.h>

namespace checker::formats {
namespace {

/// A comma is a space in EDN.
bool is_edn_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == '\f' || c == '\v';
}

bool ends_token(char c) {
  switch (c) {
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case '"':
    case ';':
    case '\0':
      return true;
    default:
      return is_edn_space(c);
  }
}

}  // namespace

void EdnCursor::fail(std::string expected) {
  if (failed_) return;
  failed_ = true;
  auto const rest = at_ < text_.size() ? quoted(text_.substr(at_, 20)) : "the end of the text";
  complaint_ = {rest, std::move(expected)};
}

void EdnCursor::advance() {
  if (text_[at_] == '\n') ++line_;
  ++at_;
}

void EdnCursor::skip_space() {
  while (at_ < text_.size()) {
    if (text_[at_] == ';') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (is_edn_space(text_[at_])) {
      advance();
    } else {
      return;
    }
  }
}

char EdnCursor::peek() {
  if (failed_) return '\0';
  for (skip_space(); text_.substr(at_, 2) == "#_"; skip_space()) {
    at_ += 2;
    skip_form();
    if (failed_) return '\0';
  }
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool EdnCursor::take(char bracket) {
  if (peek() != bracket) return false;
  ++at_;
  return true;
}

std::string_view EdnCursor::form() {
  static_cast<void>(peek());
  auto const from = at_;
  skip_form();
  return failed_ ? std::string_view{} : text_.substr(from, at_ - from);
}

void EdnCursor::skip_form() {
  if (failed_) return;
  if (depth_ == kDeepest) return fail(fmt::format("at most {} forms within each other", kDeepest));
  ++depth_;
  skip_nested_form();
  --depth_;
}

void EdnCursor::skip_nested_form() {
  skip_space();
  char const first = at_ < text_.size() ? text_[at_] : '\0';
  switch (first) {
    case '{':
      return skip_until('}');
    case '[':
      return skip_until(']');
    case '(':
      return skip_until(')');
    case '"':
      return skip_string();
    case '#':
      return skip_dispatch();
    case '\\':
      at_ += 1;
      if (at_ == text_.size()) return fail("a character after '\\'");
      advance();
      return skip_token();
    case '}':
    case ']':
    case ')':
    case '\0':
      return fail("a value");
    default:
      return skip_token();
  }
}

void EdnCursor::skip_until(char closing) {
  ++at_;
  while (peek() != closing) {
    if (failed_) return;
    if (at_ == text_.size()) return fail(fmt::format("a closing '{}'", closing));
    skip_form();
  }
  ++at_;
}

void EdnCursor::skip_string() {
  ++at_;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\') ++at_;
    if (at_ < text_.size()) advance();
  }
  if (at_ >= text_.size()) return fail("a closing '\"'");
  ++at_;
}

/// A set, a discarded form, or a tag and what it is of.
void EdnCursor::skip_dispatch() {
  ++at_;
  char const next = at_ < text_.size() ? text_[at_] : '\0';
  if (next == '{') return skip_until('}');
  if (next == '_') {
    ++at_;
    skip_form();
    return skip_form();
  }
  if (next == '#') {  // A symbolic value: ##Inf.
    ++at_;
    return skip_token();
  }
  if (ends_token(next)) return fail("a tag after '#'");
  skip_token();
  skip_form();
}

void EdnCursor::skip_token() {
  while (at_ < text_.size() && !ends_token(text_[at_])) ++at_;
}

std::string edn_plain_text(std::string_view form) {
  if (!form.starts_with('"')) return std::string{form};
  std::string text;
  for (std::size_t i = 1; i + 1 < form.size(); ++i) {
    if (form[i] == '\\' && i + 2 < form.size()) {
      char const escaped = form[++i];
      text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
    } else {
      text += form[i];
    }
  }
  return text;
}

}  // namespace checker::formats
