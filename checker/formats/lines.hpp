#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/formats/malformed.hpp"

namespace checker::formats {

/// Gives up to `size` bytes; 0 at the end; nothing if reading failed.
using ByteSource = std::function<std::optional<std::size_t>(char* to, std::size_t size)>;

/// A text, line by line, in memory that does not grow with it. An end of line may be LF or CRLF,
/// and the last one may be missing.
class Lines {
 public:
  /// No line may be longer.
  static constexpr std::size_t kLongest = std::size_t{16} << 20U;

  /// `name` is what messages call it; `chunk` is how much is read at a time, at first.
  Lines(std::string name, ByteSource source, std::size_t chunk = std::size_t{64} << 10U);

  /// The bytes of a file, gzipped or not; "-" is standard input.
  [[nodiscard]] static Result<ByteSource> source(std::string const& path);
  /// The lines of such a file.
  [[nodiscard]] static Result<Lines> open(std::string const& path);
  /// A text in memory, which must outlive the lines.
  [[nodiscard]] static Lines over(std::string name, std::string_view text);

  /// The next line without its end. It is valid until the next call. Nothing at the end, and then
  /// `failure()` tells whether it is the true end.
  [[nodiscard]] std::optional<std::string_view> next();
  /// The next line that is not blank.
  [[nodiscard]] std::optional<std::string_view> next_filled();
  /// The first line that is not blank, without taking it. Only before the first `next`.
  [[nodiscard]] std::optional<std::string_view> peek();

  /// All that is left, as it is, for a form that has no lines; see `failure()`.
  [[nodiscard]] std::string bytes();

  /// About how many bytes there are, so that room can be made for them; 0 if unknown.
  [[nodiscard]] std::size_t expected_bytes() const { return expected_bytes_; }

  [[nodiscard]] std::optional<Failure> const& failure() const { return failure_; }
  [[nodiscard]] std::string const& name() const { return name_; }
  /// Of the line given last, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }
  /// Whether the line given last had no end: the file was cut off there, or is being written.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  /// What is wrong with the line given last.
  [[nodiscard]] Failure malformed(Complaint complaint) const;

 private:
  [[nodiscard]] bool refill();

  std::string name_;
  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t number_ = 0;
  std::size_t expected_bytes_ = 0;
  bool at_end_ = false;
  bool cut_off_ = false;
  std::optional<Failure> failure_;
};

/// Whether a text has nothing but spaces.
[[nodiscard]] bool is_blank(std::string_view text);

}  // namespace checker::formats
