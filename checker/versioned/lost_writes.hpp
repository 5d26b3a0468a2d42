#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace checker::versioned {

/// Lost writes of one key that may have made any version yet to be accounted for; and versions,
/// owed, of which only so much is known that one of those made them which were lost by then.
///
/// Exact without saying which: some way to pay all that is owed must be left, and as long as one
/// is, nothing else need be decided. Writes and debts that leave no choice are struck out.
class LostWrites {
 public:
  [[nodiscard]] std::size_t size() const { return writes_.size(); }
  [[nodiscard]] bool empty() const { return writes_.empty(); }
  /// Those that are not needed for what is owed.
  [[nodiscard]] std::size_t spare() const { return writes_.size() - owed_.size(); }
  [[nodiscard]] std::size_t count(std::int64_t value) const {
    auto const found = by_value_.find(value);
    return found == by_value_.end() ? 0 : found->second;
  }

  void add(std::int64_t value) {
    writes_.push_back(value);
    ++by_value_[value];
  }

  /// Whether writes of these values can be taken, and what is owed still be paid.
  [[nodiscard]] bool can_give(std::vector<std::int64_t> const& values) const {
    if (values.empty()) return true;
    if (values.size() == 1) return count(values.front()) > 0;  // Nothing without slack is kept.
    auto copy = *this;
    for (auto const value : values) {
      if (copy.count(value) == 0) return false;
      copy.remove(copy.last(value));
    }
    return copy.slack() >= 0;
  }

  /// The latest write of the value, which may pay the fewest debts, made some version.
  void take(std::int64_t value) {
    remove(last(value));
    strike_out();
  }
  /// Some write made a version.
  void owe() {
    if (by_value_.size() == 1) {
      remove(writes_.size() - 1);
    } else {
      owed_.push_back(writes_.size());
    }
    strike_out();
  }

 private:
  [[nodiscard]] std::size_t last(std::int64_t value) const {
    auto at = writes_.size() - 1;
    while (writes_[at] != value) --at;
    return at;
  }
  void remove(std::size_t at) {
    auto const found = by_value_.find(writes_[at]);
    if (--found->second == 0) by_value_.erase(found);
    writes_.erase(writes_.begin() + static_cast<std::ptrdiff_t>(at));
    for (auto& by : owed_) by -= by > at ? 1U : 0U;
  }
  /// By how much the writes exceed the debts, where that is least; negative if some cannot be paid.
  [[nodiscard]] std::ptrdiff_t slack() const {
    auto least = std::numeric_limits<std::ptrdiff_t>::max();
    for (std::size_t i = 0; i < owed_.size(); ++i) {
      auto const left = static_cast<std::ptrdiff_t>(owed_[i]) - static_cast<std::ptrdiff_t>(i + 1);
      least = left < least ? left : least;
    }
    return least;
  }
  /// Where as many are owed as were lost by then, all of them are accounted for.
  void strike_out() {
    for (auto debts = owed_.size(); debts > 0; --debts) {
      if (owed_[debts - 1] != debts) continue;
      for (auto i = debts; i > 0; --i) remove(i - 1);
      owed_.erase(owed_.begin(), owed_.begin() + static_cast<std::ptrdiff_t>(debts));
      return;
    }
  }

  std::vector<std::int64_t> writes_;  ///< Their values, in the order they were lost.
  std::vector<std::size_t> owed_;     ///< Ascending: how many writes had been lost by then.
  std::map<std::int64_t, std::size_t> by_value_;
};

}  // namespace checker::versioned
