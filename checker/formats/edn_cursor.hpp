#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "checker/formats/malformed.hpp"

namespace checker::formats {

/// Walks over a text in EDN (the notation of Clojure), one form after the other, as far as recorded
/// histories use it: maps, vectors, lists, sets, keywords, symbols, numbers, strings, characters,
/// tags, comments and `#_`. The first thing that is wrong is remembered; from then on every
/// question is answered with nothing.
class EdnCursor {
 public:
  /// The text must outlive the cursor. `line` is the number of its first line.
  explicit EdnCursor(std::string_view text, std::size_t line = 1) : text_{text}, line_{line} {}

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] Complaint const& complaint() const { return complaint_; }
  /// Whether nothing is left.
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  /// Of the cursor.
  [[nodiscard]] std::size_t line() const { return line_; }

  /// Complains of what stands at the cursor.
  void fail(std::string expected);

  /// The next character of a form, comments and spaces left out; '\0' at the end.
  [[nodiscard]] char peek();
  /// Takes `bracket` if it is next.
  [[nodiscard]] bool take(char bracket);
  /// Takes the next form whole, checked, as it stands; complains if there is none.
  [[nodiscard]] std::string_view form();

 private:
  static constexpr int kDeepest = 64;

  void skip_space();
  void skip_form();
  void skip_nested_form();
  void skip_until(char closing);
  void skip_string();
  void skip_dispatch();
  void skip_token();
  void advance();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_;
  int depth_ = 0;  ///< Forms within each other, so that hostile input cannot exhaust the stack.
  bool failed_ = false;
  Complaint complaint_;
};

/// The text of a string with its escapes resolved; anything else as it stands.
[[nodiscard]] std::string edn_plain_text(std::string_view form);

}  // namespace checker::formats
