#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "checker/formats/malformed.hpp"

namespace checker::formats {

/// Walks over one JSON text (RFC 8259) without building anything.
///
/// The first thing that is not as asked is remembered as the complaint; from then on every
/// question is answered with nothing, so that a caller may ask on and look once at the end.
class JsonCursor {
 public:
  /// The text must outlive the cursor. `offset` is added to the columns told in complaints.
  explicit JsonCursor(std::string_view text, std::size_t offset = 0)
      : text_{text}, offset_{offset} {}

  [[nodiscard]] std::optional<Complaint> const& complaint() const { return complaint_; }
  [[nodiscard]] bool failed() const { return complaint_.has_value(); }
  /// Complains of what stands at the cursor.
  void fail(std::string expected);
  /// Complains in the caller's words.
  void complain(Complaint complaint);

  /// The next character that is not a space; '\0' at the end.
  [[nodiscard]] char peek();

  /// For `{` and `[`: takes the opening bracket.
  void open(char bracket);
  /// The next member's key, or nothing after the closing brace was taken. Keys with escapes are
  /// given as they stand.
  [[nodiscard]] std::optional<std::string_view> next_key();
  /// Whether another element follows; if not, the closing bracket was taken.
  [[nodiscard]] bool next_element();

  [[nodiscard]] std::int64_t integer();
  [[nodiscard]] bool boolean();
  [[nodiscard]] std::string string();
  /// Takes `null` if it is there.
  [[nodiscard]] bool take_null();
  /// Takes any value whole, checked, as it stands.
  [[nodiscard]] std::string_view value();
  /// Nothing but spaces may follow.
  void end();

  /// Where the value taken last by `value()` began, as an offset for a cursor of its own.
  [[nodiscard]] std::size_t value_offset() const { return value_offset_; }

 private:
  static constexpr int kDeepest = 64;

  void skip_space();
  [[nodiscard]] bool take(char c);
  void need(char c, char const* expected);
  [[nodiscard]] std::string_view quoted_text();
  void unescape(std::string_view quoted, std::string& into);
  [[nodiscard]] std::uint32_t hex4(std::string_view digits);
  [[nodiscard]] std::uint32_t code_point(std::string_view& rest);
  void skip_value(int depth);
  void skip_number();
  void skip_word(std::string_view word);
  void skip_digits();

  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t at_ = 0;
  std::size_t value_offset_ = 0;
  bool first_ = false;  ///< A bracket was just opened: no comma is due.
  std::optional<Complaint> complaint_;
};

}  // namespace checker::formats
