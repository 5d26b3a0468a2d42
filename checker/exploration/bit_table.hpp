#pragma once

#include "checker/exploration/region.hpp"

namespace checker::exploration {

/// Remembers states by three bits each: a state may be taken for another one, and then what lies
/// behind it is missed. For searches that memory would not hold otherwise; never a proof.
class BitTable {
 public:
  /// Of 2^`log2_bits` bits.
  explicit BitTable(unsigned log2_bits)
      : mask_{(std::uint64_t{1} << log2_bits) - 1}, bits_{(mask_ + 1) / 8} {}

  /// True if the state seems to be new. Marks it.
  bool insert(std::uint64_t hash) {
    auto const step = (hash >> 17) * 0x9e3779b97f4a7c15 | 1;
    bool fresh = false;
    for (int i = 0; i < kBits; ++i, hash += step) fresh |= mark(hash & mask_);
    if (fresh) ++size_;
    return fresh;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] double bytes_per_state() const {
    return size_ == 0 ? 0 : static_cast<double>(bits_.size()) / static_cast<double>(size_);
  }

 private:
  static constexpr int kBits = 3;

  bool mark(std::uint64_t bit) {
    auto& word = bits_.as<std::uint64_t>()[bit / 64];
    auto const flag = std::uint64_t{1} << bit % 64;
    bool const fresh = (word & flag) == 0;
    word |= flag;
    return fresh;
  }

  std::uint64_t mask_;
  Region bits_;
  std::uint64_t size_{0};
};

}  // namespace checker::exploration
