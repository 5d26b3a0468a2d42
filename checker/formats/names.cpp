#include "checker/formats/names.hpp"

#include <charconv>

namespace checker::formats {
namespace {

constexpr std::int64_t kSmallestPlain = -(std::int64_t{1} << 62U);

}  // namespace

std::int64_t Values::number(std::string_view text) {
  std::int64_t value = 0;
  auto const* end = text.data() + text.size();
  auto const parsed = std::from_chars(text.data(), end, value);
  bool const plain =
      parsed.ec == std::errc{} && parsed.ptr == end && value > kSmallestPlain && text != "-0";
  return plain ? value : kFirst + static_cast<std::int64_t>(names_.number(text));
}

std::string Values::show(std::int64_t number) const {
  return number > kSmallestPlain ? std::to_string(number)
                                 : names_.name(static_cast<std::size_t>(number - kFirst));
}

}  // namespace checker::formats
