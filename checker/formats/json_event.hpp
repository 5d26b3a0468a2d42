#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "checker/formats/json_cursor.hpp"

namespace checker::formats {

/// A JSON value as it stands, and where, for a cursor of its own.
struct Slice {
  std::string_view text;
  std::size_t offset{};

  [[nodiscard]] bool given() const { return !text.empty(); }
  [[nodiscard]] JsonCursor cursor() const { return JsonCursor{text, offset}; }
};

/// One line of a history: a call, or how one ended. Views into the line.
struct JsonEvent {
  enum class Type { invoke, ok, fail, info };

  Type type{};
  std::string_view process;  ///< A string with its quotes, or an integer.
  std::string_view op;
  Slice key;
  Slice args;
  Slice value;
  std::optional<std::int64_t> version;
  std::optional<std::int64_t> time;
};

/// The first line of a history, which says what it is a history of.
struct JsonHeader {
  std::string spec;
  Slice initial;                            ///< Of a register. Views into the line.
  std::vector<std::int64_t> private_users;  ///< Of relations.
};

[[nodiscard]] std::variant<JsonEvent, Complaint> parse_event(std::string_view line);

/// Whether a line claims to be a header: its first member is "history".
[[nodiscard]] bool is_header(std::string_view line);
[[nodiscard]] std::variant<JsonHeader, Complaint> parse_header(std::string_view line);

/// The text of a scalar: a string without quotes and escapes, all else as it stands.
[[nodiscard]] std::string plain_text(std::string_view json);
/// The same, copied into `room` only if it has escapes.
[[nodiscard]] std::string_view plain_text(std::string_view json, std::string& room);

}  // namespace checker::formats
