#include "checker/formats/malformed.hpp"

#include <fmt/format.h>

#include <string_view>

namespace checker::formats {
namespace {

constexpr std::size_t kLongestQuote = 60;

std::string visible(char c) {
  if (c == '\t') return "\\t";
  auto const byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (char const c : text.substr(0, kLongestQuote)) result += visible(c);
  return result + (text.size() > kLongestQuote ? "…'" : "'");
}

std::string message(Failure const& failure) {
  if (auto const* unreadable = std::get_if<Unreadable>(&failure)) {
    return fmt::format("{}: cannot be read: {}", unreadable->file, unreadable->why);
  }
  auto const& malformed = std::get<Malformed>(failure);
  auto const place =
      malformed.line == 0 ? malformed.file : fmt::format("{}:{}", malformed.file, malformed.line);
  return fmt::format("{}: found {}; expected {}", place, malformed.complaint.found,
                     malformed.complaint.expected);
}

}  // namespace checker::formats
