#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

namespace checker::formats {

/// Numbers texts from 0 as they come. The hash decides nothing but speed.
class Names {
 public:
  Names() = default;
  Names(Names&&) = default;
  Names& operator=(Names&&) = default;
  Names(Names const&) = delete;  // The table points into the names.
  Names& operator=(Names const&) = delete;
  ~Names() = default;

  [[nodiscard]] std::size_t number(std::string_view name) {
    if (auto const found = numbers_.find(name); found != numbers_.end()) return found->second;
    auto const& kept = names_.emplace_back(name);
    return numbers_.emplace(kept, names_.size() - 1).first->second;
  }
  [[nodiscard]] std::string const& name(std::size_t number) const { return names_[number]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  /// Most names are short: those are hashed at once, not byte by byte.
  struct Hash {
    [[nodiscard]] std::size_t operator()(std::string_view name) const {
      if (name.size() > sizeof(std::uint64_t)) return std::hash<std::string_view>{}(name);
      std::uint64_t word = name.size();
      for (char const c : name) word = word << 8U ^ static_cast<unsigned char>(c);
      return static_cast<std::size_t>(word * 0x9E3779B97F4A7C15U >> 20U);
    }
  };

  std::deque<std::string> names_;  // A deque, for its elements never move.
  std::unordered_map<std::string_view, std::size_t, Hash> numbers_;
};

/// Values of a history as numbers: whole numbers are themselves, all else is numbered from the
/// smallest number on, as it comes. Equal numbers mean equal texts.
class Values {
 public:
  /// `text` is a value as it stands in the file.
  [[nodiscard]] std::int64_t number(std::string_view text);
  [[nodiscard]] std::string show(std::int64_t number) const;

 private:
  static constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min() + 1;

  Names names_;
};

}  // namespace checker::formats
