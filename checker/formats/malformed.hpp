#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

namespace checker::formats {

/// What is wrong with a piece of text, wherever it stands.
struct Complaint {
  std::string found;
  std::string expected;  ///< And, where that is not obvious, what to do.
};

/// A file that is not what it claims to be: never a finding about the history.
struct Malformed {
  std::string file;
  std::size_t line{};  ///< From 1; 0 if it is about the file as a whole.
  Complaint complaint;
};

/// A file that cannot be opened or read at all.
struct Unreadable {
  std::string file;
  std::string why;
};

using Failure = std::variant<Malformed, Unreadable>;

/// "history.jsonl:12: found …; expected …", or "history.jsonl: cannot be read: …".
[[nodiscard]] std::string message(Failure const& failure);

/// Quotes a piece of input for a message: control characters escaped, cut after 60 bytes.
[[nodiscard]] std::string quoted(std::string_view text);

template <class T>
using Result = std::variant<T, Failure>;

}  // namespace checker::formats
