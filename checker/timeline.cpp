#include "checker/timeline.hpp"

#include <algorithm>

namespace checker {
namespace {

/// Histories mostly come in the order of their calls.
template <class Less>
void sort_unless_sorted(std::vector<OpIndex>& ops, Less less) {
  if (!std::is_sorted(ops.begin(), ops.end(), less)) std::stable_sort(ops.begin(), ops.end(), less);
}

}  // namespace

Timeline::Timeline(std::vector<OpenSpan> spans) : spans_{std::move(spans)} {
  auto const count = static_cast<OpIndex>(spans_.size());
  std::vector<OpIndex> by_call;
  by_call.reserve(count);
  returns_.reserve(count);
  for (OpIndex op = 0; op < count; ++op) {
    by_call.push_back(op);
    if (spans_[op].determinate()) returns_.push_back(op);
  }
  sort_unless_sorted(by_call,
                     [&](OpIndex a, OpIndex b) { return spans_[a].call < spans_[b].call; });
  sort_unless_sorted(returns_, [&](OpIndex a, OpIndex b) { return spans_[a].ret < spans_[b].ret; });
  deadline_.assign(count, static_cast<std::uint32_t>(returns_.size()));
  for (std::uint32_t layer = 0; layer < returns_.size(); ++layer) {
    deadline_[returns_[layer]] = layer;
  }
  slot_of_.assign(spans_.size(), 0);
  for (OpIndex const op : by_call) {
    if (spans_[op].determinate()) continue;
    if (spans_[op].group >= group_members_.size()) group_members_.resize(spans_[op].group + 1);
    auto& members = group_members_[spans_[op].group];
    slot_of_[op] = static_cast<std::uint32_t>(members.size());
    members.push_back(op);
  }
  fill_open(by_call);
}

void Timeline::take_slot(OpIndex op) {
  if (free_slots_.empty()) free_slots_.push_back(static_cast<std::uint32_t>(slots_++));
  slot_of_[op] = free_slots_.back();
  free_slots_.pop_back();
}

void Timeline::fill_open(std::vector<OpIndex> const& by_call) {
  std::vector<OpIndex> open;
  open_from_.reserve(returns_.size() + 1);
  open_.reserve(4 * returns_.size());
  auto next = by_call.begin();
  for (std::size_t layer = 0; layer < returns_.size(); ++layer) {
    for (; next != by_call.end() && called(*next, layer); ++next) {
      if (!spans_[*next].determinate()) continue;
      take_slot(*next);
      auto const place =
          std::upper_bound(open.begin(), open.end(), *next,
                           [&](OpIndex a, OpIndex b) { return deadline_[a] < deadline_[b]; });
      open.insert(place, *next);
    }
    open_from_.push_back(open_.size());
    open_.insert(open_.end(), open.begin(), open.end());
    free_slots_.push_back(slot_of_[open.front()]);
    open.erase(open.begin());
  }
  open_from_.push_back(open_.size());
}

}  // namespace checker
