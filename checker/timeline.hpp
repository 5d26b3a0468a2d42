#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "checker/history.hpp"

namespace checker {

/// Index of an operation among those that are searched (not the OperationId of the history).
using OpIndex = std::uint32_t;

/// When an operation was open, both ends included.
struct OpenSpan {
  static constexpr Tick kNever = std::numeric_limits<Tick>::max();

  Tick call{};
  Tick ret = kNever;
  /// Indeterminate operations of one group are interchangeable.
  std::uint32_t group{};

  [[nodiscard]] bool determinate() const { return ret != kNever; }
};

/// Calls and returns in order, as the search needs them: one layer for each return.
///
/// In layer k the first k returns are behind us; `open(k)` are the determinate operations that may
/// be linearized before the k-th return: called by then and not returned before. Equal ticks count
/// as concurrent. Each of them holds a slot, which is reused once it has returned.
class Timeline {
 public:
  explicit Timeline(std::vector<OpenSpan> spans);

  [[nodiscard]] std::size_t layers() const { return returns_.size(); }
  [[nodiscard]] std::size_t slots() const { return slots_; }
  [[nodiscard]] std::vector<OpenSpan> const& spans() const { return spans_; }

  /// The operation whose return ends the layer.
  [[nodiscard]] OpIndex returning(std::size_t layer) const { return returns_[layer]; }
  [[nodiscard]] std::uint32_t slot(OpIndex op) const { return slot_of_[op]; }
  /// Of an indeterminate operation: how many of its group were called before it.
  [[nodiscard]] std::size_t place_in_group(OpIndex op) const { return slot_of_[op]; }
  /// The layer that the operation's return ends.
  [[nodiscard]] std::uint32_t deadline(OpIndex op) const { return deadline_[op]; }
  /// Ordered by return, so `returning(layer)` is the first.
  [[nodiscard]] std::span<OpIndex const> open(std::size_t layer) const {
    return {open_.data() + open_from_[layer], open_from_[layer + 1] - open_from_[layer]};
  }

  [[nodiscard]] std::size_t groups() const { return group_members_.size(); }
  /// The indeterminate operations of one group, first called first.
  [[nodiscard]] std::vector<OpIndex> const& group(std::size_t g) const { return group_members_[g]; }
  /// Whether the `used`-th operation of the group was called before the layer ends.
  [[nodiscard]] bool called(OpIndex op, std::size_t layer) const {
    return spans_[op].call <= spans_[returns_[layer]].ret;
  }

 private:
  void fill_open(std::vector<OpIndex> const& by_call);
  void take_slot(OpIndex op);

  std::vector<OpenSpan> spans_;
  std::vector<OpIndex> returns_;
  std::vector<std::uint32_t> deadline_;
  std::vector<std::uint32_t> slot_of_;  ///< Or place in its group.
  std::vector<std::uint32_t> free_slots_;
  std::size_t slots_ = 0;
  std::vector<OpIndex> open_;
  std::vector<std::size_t> open_from_;
  std::vector<std::vector<OpIndex>> group_members_;
};

}  // namespace checker
