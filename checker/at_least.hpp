#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>

namespace checker {

/// An option's number may not be below `least`. Says so in words, as CLI11's own checks do not.
inline CLI::Validator at_least(std::int64_t least) {
  return CLI::Validator{
      [least](std::string& given) {
        std::int64_t number = least;
        std::from_chars(given.data(), given.data() + given.size(), number);
        bool const negative = least >= 0 && given.starts_with('-');  // Also -0.5, and any length.
        return number < least || negative ? fmt::format("{} is less than {}", given, least)
                                          : std::string{};
      },
      {}};
}

}  // namespace checker
