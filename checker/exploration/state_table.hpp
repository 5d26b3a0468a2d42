#pragma once

#include <cstring>

#include "checker/exploration/hash.hpp"
#include "checker/exploration/region.hpp"

namespace checker::exploration {

/// The states met so far, each once and in full, in the order in which they were met: the visited
/// set and the queue of a breadth first search at the same time.
///
/// States lie side by side; beside them an open addressing index of four bytes a slot, which tells
/// most strangers apart by what bits of their hash it has room for.
class StateTable {
 public:
  /// What became of an insertion.
  struct Place {
    std::uint32_t index;
    bool fresh;
  };
  static constexpr std::uint64_t kMaxStates = (std::uint64_t{1} << 28) - 2;

  /// Of encodings of `words` words; at most `limit` of them (cut to kMaxStates).
  StateTable(std::size_t words, std::uint64_t limit);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool full() const { return size_ >= limit_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t const* at(std::uint64_t index) const {
    return states_.as<std::uint64_t>() + index * words_;
  }
  /// Memory in use, for each state: the state, its share of the index.
  [[nodiscard]] double bytes_per_state() const;

  /// Calls what a later `insert` will want to look at into the cache.
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(slots_.as<std::uint32_t>() + slot_of(hash));
  }
  /// The same for a state that seems to be known, once its slot is there.
  void prefetch_known(std::uint64_t hash) const {
    auto const* const slots = slots_.as<std::uint32_t>();
    for (auto slot = slot_of(hash); slots[slot] != 0; slot = (slot + 1) & mask_) {
      if (tag_in(slots[slot]) != tag_of(hash)) continue;
      __builtin_prefetch(at(index_in(slots[slot])));
      return;
    }
  }
  /// Finds the state or puts it in. Must not be called when full.
  Place insert(std::uint64_t const* state, std::uint64_t hash) {
    auto* const slots = slots_.as<std::uint32_t>();
    for (auto slot = slot_of(hash);; slot = (slot + 1) & mask_) {
      auto const entry = slots[slot];
      if (entry == 0) return append(slots[slot], state, hash);
      if (tag_in(entry) != tag_of(hash)) continue;
      if (equal(at(index_in(entry)), state)) return {index_in(entry), false};
    }
  }

 private:
  [[nodiscard]] std::uint32_t tag_of(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(hash >> 32) >> tag_shift_;
  }
  [[nodiscard]] std::uint32_t tag_in(std::uint32_t entry) const { return entry >> tag_shift_; }
  [[nodiscard]] std::uint32_t index_in(std::uint32_t entry) const {
    return (entry & ((std::uint32_t{1} << tag_shift_) - 1)) - 1;
  }
  [[nodiscard]] bool equal(std::uint64_t const* a, std::uint64_t const* b) const {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words_; ++i) difference |= a[i] ^ b[i];
    return difference == 0;
  }
  [[nodiscard]] std::uint64_t slot_of(std::uint64_t hash) const { return hash & mask_; }
  Place append(std::uint32_t& slot, std::uint64_t const* state, std::uint64_t hash) {
    auto const index = static_cast<std::uint32_t>(size_);
    slot = (index + 1) | (tag_of(hash) << tag_shift_);
    std::memcpy(states_.as<std::uint64_t>() + size_ * words_, state, words_ * 8);
    if (++size_ > room_) grow();
    return {index, true};
  }
  void grow();
  void enter(std::uint64_t index, std::uint64_t hash);

  std::size_t words_;
  std::uint64_t limit_;
  std::uint64_t size_{0};
  unsigned tag_shift_;  ///< Bits of an index; the rest of a slot is the tag.
  std::uint64_t mask_;
  std::uint64_t room_;  ///< How many states the index takes before it grows.
  Region states_;
  Region slots_;
};

}  // namespace checker::exploration
