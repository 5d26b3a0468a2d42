#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "checker/assert.hpp"
#include "checker/spec.hpp"
#include "checker/timeline.hpp"

namespace checker::streaming {

/// How an operation ended, as far as is known.
enum class Ending : std::uint8_t { open, returned, never_happened, lost };

/// Operations that have something to do with each other, from some event on: one layer for each end
/// of an operation, as in Timeline, but growing at the one end and forgotten at the other.
///
/// An operation holds a slot while it is open, and is known by it to the outside.
template <SequentialSpec Spec>
class Window {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  using Slot = std::uint32_t;
  using Layer = std::uint32_t;
  static constexpr Layer kNever = std::numeric_limits<Layer>::max();
  static constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

  struct Member {
    Operation operation;
    Outcome outcome{};  ///< If returned.
    Ending ending = Ending::open;
    bool passive = false;  ///< Having answered so, it changed nothing.
    Slot slot{};
    Layer called = 0;
    Layer ended = kNever;
    std::uint32_t group = kNoGroup;  ///< If lost.
  };

  /// Equal lost operations, which are interchangeable.
  struct Group {
    Operation operation;
    std::uint32_t before = 0;     ///< Lost before the window, and not accounted for.
    std::vector<Layer> losses{};  ///< In the window.

    [[nodiscard]] std::size_t size() const { return before + losses.size(); }
    /// How many had been lost when the layer began.
    [[nodiscard]] std::size_t lost_by(Layer layer) const {
      return before + static_cast<std::size_t>(
                          std::lower_bound(losses.begin(), losses.end(), layer) - losses.begin());
    }
  };

  [[nodiscard]] Slot call(Operation operation) {
    if (free_.empty()) {
      free_.push_back(static_cast<Slot>(in_slot_.size()));
      in_slot_.emplace_back();
    }
    auto const slot = free_.back();
    free_.pop_back();
    auto const op = static_cast<OpIndex>(members_.size());
    members_.push_back({.operation = std::move(operation), .slot = slot, .called = layers()});
    in_slot_[slot] = op;
    open_.push_back(op);
    return slot;
  }

  void answer(Spec const& spec, Slot slot, Outcome outcome) {
    auto& member = end(slot, Ending::returned);
    member.outcome = std::move(outcome);
    if constexpr (TellsReads<Spec>) member.passive = spec.keeps_state(member.operation);
    if constexpr (TellsRefusals<Spec>) {
      member.passive = member.passive || spec.keeps_state(member.operation, member.outcome);
    }
  }
  void never_happened(Slot slot) { end(slot, Ending::never_happened); }
  void lose(Spec const& spec, Slot slot) {
    auto& member = end(slot, Ending::lost);
    if constexpr (TellsReads<Spec>) {
      if (spec.keeps_state(member.operation)) return;
    }
    auto const last = places_.find(member.operation);
    bool const fits = last != places_.end() && groups_[last->second].size() < kLargestGroup;
    member.group = fits ? last->second : static_cast<std::uint32_t>(groups_.size());
    if (!fits) groups_.push_back({member.operation});
    places_[member.operation] = member.group;
    groups_[member.group].losses.push_back(member.ended);
  }

  [[nodiscard]] Layer layers() const { return static_cast<Layer>(ends_.size()); }
  [[nodiscard]] std::size_t slots() const { return in_slot_.size(); }
  [[nodiscard]] Member const& operator[](OpIndex op) const { return members_[op]; }
  [[nodiscard]] Member& operator[](OpIndex op) { return members_[op]; }
  /// The operation that is open in a slot, or was the last to be.
  [[nodiscard]] OpIndex in_slot(Slot slot) const { return in_slot_[slot]; }
  /// The operation whose end ends the layer.
  [[nodiscard]] OpIndex ending(Layer layer) const { return ends_[layer].op; }
  /// What is open in a layer: the one that ends first, then in the order of calls.
  [[nodiscard]] std::span<OpIndex const> open(Layer layer) const {
    auto const& end = ends_[layer];
    return {open_then_.data() + end.open_from, end.open_count};
  }
  /// What is open now, in the order of calls.
  [[nodiscard]] std::vector<OpIndex> const& open() const { return open_; }
  [[nodiscard]] std::vector<Group> const& groups() const { return groups_; }

  /// Forgets the layers before `cut`. Of each group, `accounted` are known to have happened; a
  /// group of which none is left is dropped. The new number of each group, or kNoGroup.
  std::vector<std::uint32_t> forget(Layer cut, std::vector<std::size_t> const& accounted);

  /// Adds what another window holds; neither may have layers. The new slot of each of its slots.
  [[nodiscard]] std::vector<Slot> take_up(Window const& other) {
    std::vector<Slot> slots(other.slots());
    for (auto const op : other.open()) slots[other[op].slot] = call(other[op].operation);
    for (auto const& group : other.groups()) {
      places_[group.operation] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back(group);
    }
    return slots;
  }

 private:
  /// The search counts how many of a group it used in seven bits.
  static constexpr std::size_t kLargestGroup = 127;
  struct End {
    OpIndex op;
    std::uint32_t open_from;
    std::uint32_t open_count;
  };

  Member& end(Slot slot, Ending ending) {
    auto const op = in_slot_[slot];
    auto& member = members_[op];
    RELCHECK_ASSERT(member.ending == Ending::open);
    open_.erase(std::find(open_.begin(), open_.end(), op));
    member.ending = ending;
    member.ended = layers();
    auto const from = static_cast<std::uint32_t>(open_then_.size());
    open_then_.push_back(op);
    open_then_.insert(open_then_.end(), open_.begin(), open_.end());
    ends_.push_back({op, from, static_cast<std::uint32_t>(open_.size() + 1)});
    free_.push_back(slot);
    return member;
  }
  std::vector<std::uint32_t> forget_groups(Layer cut, std::vector<std::size_t> const& accounted);

  std::vector<Member> members_;
  std::vector<End> ends_;           ///< By layer.
  std::vector<OpIndex> open_then_;  ///< Of all layers.
  std::vector<OpIndex> open_;
  std::vector<OpIndex> in_slot_;
  std::vector<Slot> free_;
  std::vector<Group> groups_;
  std::map<Operation, std::uint32_t> places_;  ///< The last group of each lost operation.
};

template <SequentialSpec Spec>
std::vector<std::uint32_t> Window<Spec>::forget_groups(Layer cut,
                                                       std::vector<std::size_t> const& accounted) {
  std::vector<std::uint32_t> renumbered(groups_.size(), kNoGroup);
  std::vector<Group> kept;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    auto& group = groups_[g];
    auto const lost = group.lost_by(cut);
    group.losses.erase(group.losses.begin(),
                       group.losses.begin() + static_cast<std::ptrdiff_t>(lost - group.before));
    for (auto& layer : group.losses) layer -= cut;
    group.before = static_cast<std::uint32_t>(lost - accounted[g]);
    if (group.size() == 0) continue;
    renumbered[g] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(group));
  }
  groups_ = std::move(kept);
  places_.clear();
  for (std::uint32_t g = 0; g < groups_.size(); ++g) places_[groups_[g].operation] = g;
  return renumbered;
}

template <SequentialSpec Spec>
std::vector<std::uint32_t> Window<Spec>::forget(Layer cut,
                                                std::vector<std::size_t> const& accounted) {
  auto renumbered = forget_groups(cut, accounted);
  std::vector<Member> kept;
  std::vector<OpIndex> place(members_.size());
  for (OpIndex op = 0; op < members_.size(); ++op) {
    auto& member = members_[op];
    if (member.ending != Ending::open && member.ended < cut) continue;
    place[op] = static_cast<OpIndex>(kept.size());
    member.called = std::max(member.called, cut) - cut;
    if (member.ended != kNever) member.ended -= cut;
    if (member.group != kNoGroup) member.group = renumbered[member.group];
    kept.push_back(std::move(member));
  }
  members_ = std::move(kept);
  auto const from = cut == layers() ? open_then_.size() : ends_[cut].open_from;
  ends_.erase(ends_.begin(), ends_.begin() + cut);
  open_then_.erase(open_then_.begin(), open_then_.begin() + static_cast<std::ptrdiff_t>(from));
  for (auto& end : ends_)
    end = {place[end.op], end.open_from - static_cast<std::uint32_t>(from), end.open_count};
  for (auto& op : open_then_) op = place[op];
  for (auto& op : open_) op = place[op];
  for (auto const op : open_) in_slot_[members_[op].slot] = op;
  return renumbered;
}

}  // namespace checker::streaming
