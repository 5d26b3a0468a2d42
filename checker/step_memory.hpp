#pragma once

#include <cstdint>
#include <vector>

#include "checker/timeline.hpp"

namespace checker {

/// A state of a specification, by number.
using StateId = std::uint32_t;
/// The operation would not have answered what it did.
inline constexpr StateId kIllegal = ~StateId{0};

/// What each step that was tried led to. Open addressing, one probe mostly.
class StepMemory {
 public:
  StepMemory() : cells_(64) {}

  /// The state after the step, computed by `take_step()` if it is tried for the first time.
  template <class TakeStep>
  [[nodiscard]] StateId after(StateId state, OpIndex op, TakeStep take_step) {
    auto const key = (std::uint64_t{state} << 32U | op) + 1;
    auto place = find(key);
    if (cells_[place].key == key) return cells_[place].after;
    auto const after = take_step();
    if (++size_ * 2 > cells_.size()) {
      grow();
      place = find(key);
    }
    cells_[place] = {key, after};
    return after;
  }

 private:
  struct Cell {
    std::uint64_t key = 0;  ///< Zero if the cell is free.
    StateId after = 0;
  };

  [[nodiscard]] std::size_t find(std::uint64_t key) const {
    auto hash = key * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32U;
    auto place = hash & (cells_.size() - 1);
    while (cells_[place].key != 0 && cells_[place].key != key) {
      place = (place + 1) & (cells_.size() - 1);
    }
    return place;
  }

  void grow() {
    std::vector<Cell> old(cells_.size() * 2);
    old.swap(cells_);
    for (auto const& cell : old) {
      if (cell.key != 0) cells_[find(cell.key)] = cell;
    }
  }

  std::vector<Cell> cells_;
  std::size_t size_ = 0;
};

}  // namespace checker
