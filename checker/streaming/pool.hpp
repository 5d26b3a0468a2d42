#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace checker::streaming {

/// Numbers values from 0 as they come, and forgets those that are no longer needed.
template <class T>
class Pool {
 public:
  using Id = std::uint32_t;

  Pool() = default;
  Pool(Pool&&) = default;
  Pool& operator=(Pool&&) = default;
  Pool(Pool const&) = delete;  // The list points into the table.
  Pool& operator=(Pool const&) = delete;
  ~Pool() = default;

  [[nodiscard]] Id number(T value) {
    auto const next = static_cast<Id>(values_.size());
    auto const [place, fresh] = numbers_.try_emplace(std::move(value), next);
    if (fresh) values_.push_back(&place->first);
    return place->second;
  }
  [[nodiscard]] T const& operator[](Id id) const { return *values_[id]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }

  /// Forgets all but the values whose place in `wanted` is true, and numbers those anew, in their
  /// order. The new number of each old one; meaningless for what was forgotten.
  std::vector<Id> keep(std::vector<bool> const& wanted) {
    std::vector<Id> renumbered(values_.size());
    std::vector<T const*> kept;
    for (Id id = 0; id < values_.size(); ++id) {
      if (!wanted[id]) {
        numbers_.erase(numbers_.find(*values_[id]));
        continue;
      }
      renumbered[id] = static_cast<Id>(kept.size());
      numbers_.find(*values_[id])->second = renumbered[id];
      kept.push_back(values_[id]);
    }
    values_ = std::move(kept);
    return renumbered;
  }

 private:
  std::map<T, Id> numbers_;
  std::vector<T const*> values_;
};

}  // namespace checker::streaming
