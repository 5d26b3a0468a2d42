#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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
  std::deque<std::string> names_;  // A deque, for its elements never move.
  std::unordered_map<std::string_view, std::size_t> numbers_;
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
