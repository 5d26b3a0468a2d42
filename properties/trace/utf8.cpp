#include "properties/trace/utf8.hpp"

#include <cstdint>

namespace properties::trace {
namespace {

constexpr std::string_view kReplacement{"\xEF\xBF\xBD"};
constexpr std::string_view kEllipsis{"…"};

/// Length of the sequence that this byte begins, or 0.
std::size_t announced(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

bool is_scalar(char32_t value, std::size_t bytes) {
  bool const overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  bool const surrogate = value >= 0xD800 && value <= 0xDFFF;
  return !overlong && !surrogate && value <= 0x10FFFF;
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at) {
  auto const lead = static_cast<unsigned char>(text[at]);
  std::size_t const bytes = announced(lead);
  if (bytes == 1) return {lead, 1, true};
  if (bytes == 0 || at + bytes > text.size()) return {0xFFFD, 1, false};
  char32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    auto const next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0U) != 0x80U) return {0xFFFD, 1, false};
    value = (value << 6U) | (next & 0x3FU);
  }
  if (!is_scalar(value, bytes)) return {0xFFFD, 1, false};
  return {value, bytes, true};
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    auto const next = code_point_at(text, at);
    out += next.valid ? text.substr(at, next.bytes) : kReplacement;
    at += next.bytes;
  }
  return out;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size(); at += code_point_at(text, at).bytes) ++width;
  return width;
}

std::string fitted(std::string_view text, std::size_t width) {
  std::size_t const own = width_of(text);
  if (own <= width) return std::string{text} + std::string(width - own, ' ');
  std::string out;
  std::size_t at = 0;
  for (std::size_t column = 0; column + 1 < width; ++column) {
    auto const bytes = code_point_at(text, at).bytes;
    out += text.substr(at, bytes);
    at += bytes;
  }
  return width == 0 ? out : out += kEllipsis;
}

}  // namespace properties::trace
