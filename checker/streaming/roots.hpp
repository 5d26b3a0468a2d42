#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/spec.hpp"
#include "checker/step_memory.hpp"
#include "checker/streaming/answer_sets.hpp"
#include "checker/streaming/pool.hpp"
#include "checker/streaming/window.hpp"

namespace checker::streaming {

/// States, answers and sets of answers, by number.
template <SequentialSpec Spec>
struct Numbers {
  Pool<typename Spec::State> states;
  Pool<typename Spec::Outcome> outcomes;
  AnswerSets sets;
  /// What each step led to, as long as the numbers of operations last.
  std::optional<StepMemory> steps{};
};

/// What is known, in some configuration, of an operation that is open. Either it has taken effect,
/// and then what it answered matters unless that is known; or it has not, and then it may have been
/// linearized where it changed nothing, with one of a set of answers.
class Cell {
 public:
  Cell() = default;
  [[nodiscard]] static Cell from_bits(std::uint32_t bits) { return Cell{bits}; }
  [[nodiscard]] static Cell done() { return Cell{1}; }
  [[nodiscard]] static Cell done(std::uint32_t answer) { return Cell{(answer << 1U) + 3}; }
  [[nodiscard]] static Cell waiting(AnswerSets::Id set) { return Cell{set << 1U}; }

  [[nodiscard]] std::uint32_t bits() const { return bits_; }
  [[nodiscard]] bool is_done() const { return (bits_ & 1U) != 0; }
  [[nodiscard]] bool tells_answer() const { return is_done() && bits_ > 1; }
  [[nodiscard]] std::uint32_t answer() const { return (bits_ - 3) >> 1U; }
  [[nodiscard]] AnswerSets::Id set() const { return bits_ >> 1U; }

 private:
  explicit Cell(std::uint32_t bits) : bits_{bits} {}
  std::uint32_t bits_ = 0;
};

/// A configuration between two layers.
struct Root {
  StateId state{};
  std::vector<Cell> cells;           ///< By slot; what is missing is empty.
  std::vector<std::uint8_t> used{};  ///< Of each group.

  [[nodiscard]] bool is_clear() const {
    return std::all_of(cells.begin(), cells.end(), [](Cell cell) { return cell.bits() == 0; });
  }
};

/// Drops the roots that explain nothing which another does not: equal, but for operations that
/// wait and may have answered less.
inline void drop_dominated(std::vector<Root>& roots, AnswerSets const& sets) {
  auto const key = [](Root const& root) {
    std::vector<std::uint32_t> done{root.state, static_cast<std::uint32_t>(root.cells.size())};
    for (auto const cell : root.cells) done.push_back(cell.is_done() ? cell.bits() : 0);
    done.insert(done.end(), root.used.begin(), root.used.end());
    return done;
  };
  auto const dominates = [&](Root const& a, Root const& b) {
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
      if (!a.cells[i].is_done() && !sets.includes(a.cells[i].set(), b.cells[i].set())) return false;
    }
    return true;
  };
  std::map<std::vector<std::uint32_t>, std::vector<Root>> kept;
  for (auto& root : roots) {
    auto& alike = kept[key(root)];
    auto const over = [&](Root const& other) { return dominates(other, root); };
    if (std::any_of(alike.begin(), alike.end(), over)) continue;
    std::erase_if(alike, [&](Root const& other) { return dominates(root, other); });
    alike.push_back(std::move(root));
  }
  roots.clear();
  for (auto& [done, alike] : kept) std::move(alike.begin(), alike.end(), std::back_inserter(roots));
}

/// Forgets the numbers that no root needs.
template <SequentialSpec Spec>
void tidy(Numbers<Spec>& numbers, std::vector<Root>& roots) {
  numbers.steps.reset();
  std::vector<bool> states(numbers.states.size());
  std::vector<bool> outcomes(numbers.outcomes.size());
  auto const sets = std::exchange(numbers.sets, {});
  for (auto const& root : roots) {
    states[root.state] = true;
    for (auto const cell : root.cells) {
      if (cell.tells_answer()) outcomes[cell.answer()] = true;
      if (cell.is_done() || cell.set() == AnswerSets::kAnything) continue;
      for (auto const answer : sets.answers(cell.set())) outcomes[answer] = true;
    }
  }
  auto const new_state = numbers.states.keep(states);
  auto const new_outcome = numbers.outcomes.keep(outcomes);
  for (auto& root : roots) {
    root.state = new_state[root.state];
    for (auto& cell : root.cells) {
      if (cell.tells_answer()) cell = Cell::done(new_outcome[cell.answer()]);
      if (cell.is_done() || cell.set() <= AnswerSets::kAnything) continue;
      auto answers = sets.answers(cell.set());
      for (auto& answer : answers) answer = new_outcome[answer];
      cell = Cell::waiting(numbers.sets.number(std::move(answers)));
    }
  }
}

/// A cell in other numbers.
template <SequentialSpec Spec>
[[nodiscard]] Cell renumbered(Cell cell, Numbers<Spec> const& from, Numbers<Spec>& to) {
  auto const answer = [&](std::uint32_t id) { return to.outcomes.number(from.outcomes[id]); };
  if (cell.tells_answer()) return Cell::done(answer(cell.answer()));
  if (cell.is_done() || cell.set() <= AnswerSets::kAnything) return cell;
  auto answers = from.sets.answers(cell.set());
  for (auto& id : answers) id = answer(id);
  std::sort(answers.begin(), answers.end());
  return Cell::waiting(to.sets.number(std::move(answers)));
}

/// Holds roots against what a window tells of the operations that were open at them.
template <SequentialSpec Spec>
class Learning {
 public:
  Learning(Window<Spec> const& window, Numbers<Spec>& numbers)
      : window_{window}, numbers_{numbers}, holds_(window.slots(), kNobody) {
    if (window.layers() == 0) return;
    for (auto const op : window.open(0)) {
      auto& held = holds_[window[op].slot];
      if (window[op].called == 0 && held == kNobody) held = op;
    }
  }

  /// The roots that are not ruled out.
  [[nodiscard]] std::vector<Root> possible(std::vector<Root> const& roots) {
    std::vector<Root> all;
    for (auto const& root : roots) {
      std::vector<Root> variants{root};
      for (std::size_t slot = 0; slot < root.cells.size() && !variants.empty(); ++slot) {
        bool const learnt = root.cells[slot].bits() != 0 && holds_[slot] != kNobody;
        if (learnt) learn(root.cells[slot], window_[holds_[slot]], slot, variants);
      }
      all.insert(all.end(), variants.begin(), variants.end());
    }
    return all;
  }
  /// Some operation answered of which it was not remembered what it might answer.
  [[nodiscard]] bool trusted() const { return trusted_; }

 private:
  using Member = typename Window<Spec>::Member;
  static constexpr OpIndex kNobody = ~OpIndex{0};

  void learn(Cell cell, Member const& member, std::size_t slot, std::vector<Root>& variants) {
    if (member.ending == Ending::open) return;
    auto const set_all = [&](Cell to) {
      for (auto& variant : variants) variant.cells[slot] = to;
    };
    bool const returned = member.ending == Ending::returned;
    auto const answer = returned ? numbers_.outcomes.number(member.outcome) : 0;
    if (cell.is_done()) {
      bool const otherwise = returned && cell.tells_answer() && cell.answer() != answer;
      set_all(Cell::done());
      if (otherwise || member.ending == Ending::never_happened) variants.clear();
      return;
    }
    bool const answered = returned && numbers_.sets.contains(cell.set(), answer);
    trusted_ = trusted_ || (answered && cell.set() == AnswerSets::kAnything);
    set_all(Cell{});
    if (!answered) return;
    // It may have answered so without effect in the past, or yet do so with one.
    auto const waiting = variants;
    set_all(Cell::done());
    if (!member.passive) variants.insert(variants.end(), waiting.begin(), waiting.end());
  }

  Window<Spec> const& window_;
  Numbers<Spec>& numbers_;
  std::vector<OpIndex> holds_;  ///< By slot, at the roots.
  bool trusted_ = false;
};

}  // namespace checker::streaming
