#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "checker/streaming/pool.hpp"

namespace checker::streaming {

/// Sets of answers, by number: what an operation that is still open may answer because of moments
/// that have been forgotten. Equal sets have equal numbers.
class AnswerSets {
 public:
  using Id = std::uint32_t;
  using Answers = std::vector<std::uint32_t>;  ///< Sorted.

  /// Beyond so many answers an operation may answer anything: see `kAnything`.
  static constexpr std::size_t kMost = 1'024;
  static constexpr Id kNone = 0;
  static constexpr Id kAnything = 1;

  AnswerSets() { clear(); }

  [[nodiscard]] Id with(Id set, std::uint32_t answer) {
    if (contains(set, answer)) return set;
    auto answers = sets_[set];
    if (answers.size() == kMost) return kAnything;
    answers.insert(std::lower_bound(answers.begin(), answers.end(), answer), answer);
    return number(std::move(answers));
  }
  [[nodiscard]] bool contains(Id set, std::uint32_t answer) const {
    return set == kAnything || std::binary_search(sets_[set].begin(), sets_[set].end(), answer);
  }
  /// Whether all that `part` has is in `set`.
  [[nodiscard]] bool includes(Id set, Id part) const {
    if (set == part || part == kNone || set == kAnything) return true;
    if (part == kAnything) return false;
    auto const& all = sets_[set];
    auto const& some = sets_[part];
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  }
  [[nodiscard]] Answers const& answers(Id set) const { return sets_[set]; }
  /// The number of a set of so many answers, sorted.
  [[nodiscard]] Id number(Answers answers) { return sets_.number(std::move(answers)); }

  /// Forgets every set but the two that have a name.
  void clear() {
    sets_ = {};
    static_cast<void>(sets_.number({}));
    static_cast<void>(sets_.number({~std::uint32_t{0}}));
  }

 private:
  Pool<Answers> sets_;
};

}  // namespace checker::streaming
