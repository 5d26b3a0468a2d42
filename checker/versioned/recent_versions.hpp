#pragma once

#include <cstdint>
#include <vector>

#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// The versions of one key that an open or coming operation may still show: from the largest that
/// had been shown when the oldest of the open ones was called, to the largest shown so far.
class RecentVersions {
 public:
  struct Told {
    std::int64_t value = kNoValue;
    std::uint64_t by = 0;       ///< The call of who told the value first.
    std::uint32_t holders = 0;  ///< Open operations that were called when this was the largest.
  };

  explicit RecentVersions(std::int64_t initial_value) { told_.push_back({initial_value, 0, 0}); }

  [[nodiscard]] std::uint32_t oldest() const { return oldest_; }
  [[nodiscard]] std::uint32_t largest() const {
    return oldest_ + static_cast<std::uint32_t>(told_.size() - from_) - 1;
  }
  /// A version from `oldest` to `largest`.
  [[nodiscard]] Told& operator[](std::uint32_t version) {
    return told_[from_ + (version - oldest_)];
  }

  /// An operation is called.
  void hold() { ++told_.back().holders; }
  /// It ends; `version` was the largest when it was called.
  void release(std::uint32_t version) {
    --(*this)[version].holders;
    while (from_ + 1 < told_.size() && told_[from_].holders == 0) {
      ++from_;
      ++oldest_;
    }
    if (from_ < kSlack || from_ * 2 < told_.size()) return;
    told_.erase(told_.begin(), told_.begin() + static_cast<std::ptrdiff_t>(from_));
    from_ = 0;
  }
  void grow_to(std::uint32_t version) { told_.resize(from_ + (version - oldest_) + 1); }

 private:
  static constexpr std::size_t kSlack = 16;

  std::vector<Told> told_;
  std::size_t from_ = 0;  ///< What lies before is forgotten.
  std::uint32_t oldest_ = 0;
};

}  // namespace checker::versioned
