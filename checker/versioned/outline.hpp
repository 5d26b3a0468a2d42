#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "checker/versioned/evidence.hpp"
#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// The latest call and the earliest return of some operations: all that real time asks of them.
struct Extent {
  static constexpr Tick kNoCall = std::numeric_limits<Tick>::min();

  Tick latest_call = kNoCall;
  Tick earliest_return = Operation::kNever;

  [[nodiscard]] bool empty() const { return latest_call == kNoCall; }
  void add(Operation const& operation) {
    latest_call = std::max(latest_call, operation.call);
    earliest_return = std::min(earliest_return, operation.ret);
  }
};

/// One version of one key: [0] those who saw it, [1] the one who made it.
struct Cell {
  Extent extents[2];

  [[nodiscard]] Extent const& seen() const { return extents[0]; }
  [[nodiscard]] Extent const& made() const { return extents[1]; }
};

/// A history reduced to its versions: one pass over the operations, which also finds what is wrong
/// with an operation on its own.
class Outline {
 public:
  explicit Outline(History const& history);

  /// Something that is wrong whatever the order.
  [[nodiscard]] std::optional<Suspicion> const& blunder() const { return blunder_; }
  [[nodiscard]] std::uint32_t keys() const { return static_cast<std::uint32_t>(from_.size() - 1); }
  /// By version, from 0 to the number of operations that may have made one.
  [[nodiscard]] std::span<Cell const> cells(std::uint32_t key) const {
    return {cells_.data() + from_[key], from_[key + 1] - from_[key]};
  }
  /// The operations of a key that may have made a version they could not report.
  [[nodiscard]] std::vector<OperationId> candidates(std::uint32_t key) const;

 private:
  void count_makers(History const& history);
  void tell_blunder(History const& history, OperationId id);
  void find_made_twice(History const& history);

  std::vector<std::size_t> from_;
  std::vector<Cell> cells_;
  std::vector<std::pair<std::uint32_t, OperationId>> unknown_;  ///< By key, once built.
  std::optional<Suspicion> blunder_;
};

}  // namespace checker::versioned
