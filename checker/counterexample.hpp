#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/component.hpp"

namespace checker {

/// Answers that contradict each other, out of an illegal history: if only these are known, it is
/// still illegal. Whoever loses his answer becomes indeterminate, so that reads vanish, and writes
/// may still have been what somebody read.
struct Counterexample {
  std::vector<OperationId> operations;  ///< In the order of the history.
  /// Whether forgetting any one more answer was shown to make the history legal. If not, some try
  /// spent its budget.
  bool minimal = true;
  std::uint64_t configurations = 0;  ///< Spent on all tries.
};

namespace counterexample {

/// Forgets answers of one connected component while the rest still contradict each other.
template <SequentialSpec Spec>
class Reduction {
 public:
  using Operations = History<typename Spec::Operation, typename Spec::Outcome>;

  Reduction(Spec const& spec, Operations const& history, std::vector<OperationId> const& ids,
            Budget const& budget)
      : spec_{spec}, history_{history}, ids_{ids}, budget_{budget} {}

  [[nodiscard]] Counterexample run() {
    for (auto const id : ids_) {
      if (std::holds_alternative<Returned<typename Spec::Outcome>>(history_[id].completion)) {
        kept_.push_back(id);
      }
    }
    std::stable_sort(kept_.begin(), kept_.end(), [&](OperationId a, OperationId b) {
      return history_[a].responded_at < history_[b].responded_at;
    });
    if (kept_.empty()) return {};
    forget_what_came_later();
    auto const reads = reads_among(kept_);
    reduce();
    if (kept_.size() > 2 && find_pair(reads)) reduce();
    std::sort(kept_.begin(), kept_.end());
    result_.operations = std::move(kept_);
    return std::move(result_);
  }

 private:
  /// Large blocks first, the oldest first: a contradiction mostly lies close to where it shows.
  void reduce() {
    for (auto block = kept_.size() / 2; block > 1; block = block / 2) pass(block);
    result_.minimal = true;
    pass(1);
  }

  /// Tries to forget each block of answers once. Once is enough: fewer answers are never less
  /// legal, so that what was needed stays needed.
  void pass(std::size_t block) {
    for (std::size_t from = 0; from < kept_.size();) {
      auto fewer = kept_;
      auto const begin = fewer.begin() + static_cast<std::ptrdiff_t>(from);
      fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(block, fewer.size() - from)));
      auto const kind = judge(fewer).kind;
      if (kind == SearchResult::Kind::undecided) result_.minimal = false;
      if (kind == SearchResult::Kind::illegal) {
        kept_ = std::move(fewer);
      } else {
        from += block;
      }
    }
  }

  /// Keeps what was called before the earliest return by which the history had become illegal.
  void forget_what_came_later() {
    auto const called_by = [&](Tick end) {
      auto called = kept_;
      std::erase_if(called, [&](OperationId id) { return history_[id].invoked_at > end; });
      return called;
    };
    std::size_t legal = 0;  // The number of returns that are surely not enough, and surely enough.
    std::size_t illegal = kept_.size();
    while (illegal - legal > 1) {
      auto const middle = (legal + illegal) / 2;
      auto const end = *history_[kept_[middle - 1]].responded_at;
      (judge(called_by(end)).kind == SearchResult::Kind::illegal ? illegal : legal) = middle;
    }
    auto const end = *history_[kept_[illegal - 1]].responded_at;
    auto const before =
        illegal > 1 ? *history_[kept_[illegal - 2]].responded_at : std::numeric_limits<Tick>::min();
    kept_ = called_by(end);
    newest_ = kept_;
    std::erase_if(newest_, [&](OperationId id) { return history_[id].invoked_at <= before; });
  }

  /// Keeps two reads that contradict each other, one of them among the newest operations, if a
  /// bounded number of tries finds such: forgetting one by one often misses them.
  bool find_pair(std::vector<OperationId> const& reads) {
    std::size_t tries = 0;
    for (auto const newest : reads_among(newest_)) {
      for (auto other = reads.rbegin(); other != reads.rend(); ++other) {
        if (*other == newest) continue;
        if (++tries > kPairsTried) return false;
        auto const kind = judge({*other, newest}).kind;
        if (kind == SearchResult::Kind::undecided) return false;  // The others are as hard.
        if (kind == SearchResult::Kind::legal) continue;
        kept_ = {*other, newest};
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<OperationId> reads_among(std::vector<OperationId> ids) const {
    if constexpr (TellsReads<Spec>) {
      std::erase_if(ids,
                    [&](OperationId id) { return !spec_.keeps_state(history_[id].operation); });
      return ids;
    } else {
      return {};
    }
  }

  [[nodiscard]] SearchResult judge(std::vector<OperationId> const& kept) {
    known_.assign(history_.size(), false);
    Tick last_return = std::numeric_limits<Tick>::min();
    for (auto const id : kept) {
      known_[id] = true;
      last_return = std::max(last_return, *history_[id].responded_at);
    }
    // What was called later without an answer cannot have been seen by anybody.
    std::vector<OperationId> ids;
    for (auto const id : ids_) {
      if (known_[id] || history_[id].invoked_at <= last_return) ids.push_back(id);
    }
    auto problem =
        linearizability::pose(spec_, history_, ids, [&](OperationId id) { return known_[id]; });
    auto result = linearizability::solve(spec_, std::move(problem), budget_);
    result_.configurations += result.configurations;
    return result;
  }

  static constexpr std::size_t kPairsTried = 400;

  Spec const& spec_;
  Operations const& history_;
  std::vector<OperationId> const& ids_;
  Budget budget_;
  std::vector<OperationId> kept_;    ///< By return.
  std::vector<OperationId> newest_;  ///< One of these is in every counterexample.
  std::vector<bool> known_;
  Counterexample result_;
};

}  // namespace counterexample

/// The smallest counterexample that forgetting one answer after the other leads to. `ids` is an
/// illegal connected component of the history. Deterministic; the budget is for each try.
template <SequentialSpec Spec>
[[nodiscard]] Counterexample find_counterexample(
    Spec const& spec, History<typename Spec::Operation, typename Spec::Outcome> const& history,
    std::vector<OperationId> const& ids, Budget const& budget) {
  return counterexample::Reduction<Spec>{spec, history, ids, budget}.run();
}

}  // namespace checker
