#include "checker/exploration/state_table.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace checker::exploration {
namespace {

constexpr std::uint64_t kFirstSlots = std::uint64_t{1} << 12;

std::uint64_t room_in(std::uint64_t slots) { return slots / 4 * 3; }

std::uint64_t slots_for(std::uint64_t states) {
  return std::max(kFirstSlots, std::bit_ceil(states + states / 3 + 2));
}

}  // namespace

StateTable::StateTable(std::size_t words, std::uint64_t limit)
    : words_{words},
      limit_{std::min(limit, kMaxStates)},
      tag_shift_{static_cast<unsigned>(std::bit_width(limit_ + 1))},
      mask_{kFirstSlots - 1},
      room_{room_in(kFirstSlots)},
      states_{(limit_ + 1) * words * 8},
      slots_{slots_for(limit_ + 1) * 4} {}

double StateTable::bytes_per_state() const {
  if (size_ == 0) return 0;
  return static_cast<double>(words_ * 8) +
         static_cast<double>((mask_ + 1) * 4) / static_cast<double>(size_);
}

/// In place, for memory that was never touched is the dearest: all is entered anew, each slot
/// called into the cache some states ahead.
void StateTable::grow() {
  constexpr std::size_t kAhead = 16;
  std::fill_n(slots_.as<std::uint32_t>(), mask_ + 1, 0U);
  mask_ = mask_ * 2 + 1;
  room_ = room_in(mask_ + 1);
  std::array<std::uint64_t, kAhead> hashes{};
  for (std::uint64_t index = 0; index < size_ + kAhead; ++index) {
    auto& hash = hashes[index % kAhead];
    if (index >= kAhead) enter(index - kAhead, hash);
    if (index >= size_) continue;
    hash = hash_of(at(index), words_);
    prefetch(hash);
  }
}

void StateTable::enter(std::uint64_t index, std::uint64_t hash) {
  auto* const slots = slots_.as<std::uint32_t>();
  auto slot = slot_of(hash);
  while (slots[slot] != 0) slot = (slot + 1) & mask_;
  slots[slot] = static_cast<std::uint32_t>(index + 1) | (tag_of(hash) << tag_shift_);
}

}  // namespace checker::exploration
