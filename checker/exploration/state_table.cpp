#include "checker/exploration/state_table.hpp"

#include <algorithm>

namespace checker::exploration {
namespace {

constexpr std::uint64_t kFirstSlots = std::uint64_t{1} << 12;

std::uint64_t room_in(std::uint64_t slots) { return slots / 4 * 3; }

}  // namespace

StateTable::StateTable(std::size_t words, std::uint64_t limit)
    : words_{words},
      limit_{std::min(limit, kMaxStates)},
      mask_{kFirstSlots - 1},
      room_{room_in(kFirstSlots)},
      states_{(limit_ + 1) * words * 8},
      slots_{kFirstSlots * 4} {}

double StateTable::bytes_per_state() const {
  if (size_ == 0) return 0;
  return static_cast<double>(words_ * 8) +
         static_cast<double>(slots_.size()) / static_cast<double>(size_);
}

void StateTable::grow() {
  auto const slots = (mask_ + 1) * 2;
  slots_ = Region{slots * 4};
  mask_ = slots - 1;
  room_ = room_in(slots);
  for (std::uint64_t index = 0; index < size_; ++index) enter(index);
}

void StateTable::enter(std::uint64_t index) {
  auto const hash = hash_of(at(index), words_);
  auto* const slots = slots_.as<std::uint32_t>();
  auto slot = slot_of(hash);
  while (slots[slot] != 0) slot = (slot + 1) & mask_;
  slots[slot] = static_cast<std::uint32_t>(index + 1) | (tag_of(hash) << 28);
}

}  // namespace checker::exploration
