#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/streaming/explorer.hpp"

namespace checker::streaming {

/// A specification whose histories can be checked while they grow.
template <class S>
concept StreamableSpec = SequentialSpec<S> && std::totally_ordered<typename S::Operation> &&
    std::totally_ordered<typename S::Outcome>;

/// Whether what was seen of a growing history can be explained.
enum class Standing { legal, illegal, undecided };

/// Operations that have something to do with each other, checked while they come.
///
/// What is remembered: every configuration (`roots`) that can explain all until some event, and the
/// window of events since. One way through the window, the lead, is kept and led on; where it comes
/// to an end, another is searched from the roots. When the window has grown to a few times the open
/// operations, its oldest layers are forgotten: the configurations after them become the roots, but
/// for those that cannot explain the rest, which is why there is a rest. Exact: operations that
/// stay open all the while keep a set of what they may have answered in the meantime.
template <StreamableSpec Spec>
class Component {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  using Slot = typename Window<Spec>::Slot;

  explicit Component(Spec const& spec) {
    roots_.push_back({numbers_.states.number(spec.initial()), {}, {}});
    start_lead();
  }

  [[nodiscard]] Slot call(Operation operation);
  [[nodiscard]] Standing answer(Spec const& spec, Slot slot, Outcome outcome, Budget const& budget);
  [[nodiscard]] Standing never_happened(Spec const& spec, Slot slot, Budget const& budget);
  [[nodiscard]] Standing lose(Spec const& spec, Slot slot, Budget const& budget);

  /// What the operation that was answered last, and made the history illegal, might have answered
  /// instead, as far as a small search goes. Nothing else may be asked afterwards.
  [[nodiscard]] std::vector<Outcome> possible_answers(Spec const& spec);
  [[nodiscard]] Operation const& operation(Slot slot) const {
    return window_[window_.in_slot(slot)].operation;
  }

  [[nodiscard]] std::size_t roots() const { return roots_.size(); }
  [[nodiscard]] std::size_t layers() const { return window_.layers(); }
  [[nodiscard]] std::size_t open() const { return window_.open().size(); }
  /// Lost operations that may still take effect.
  [[nodiscard]] std::size_t lost() const;
  /// The budget was spent, or an answer had to be taken on trust: its operation had been open while
  /// more became possible than are remembered.
  [[nodiscard]] bool is_undecided() const { return gave_up_ || trusted_; }
  /// Nothing is known but that it is as at the beginning.
  [[nodiscard]] bool is_fresh(Spec const& spec) const {
    return window_.layers() == 0 && open() == 0 && roots_.size() == 1 && window_.groups().empty() &&
           !is_undecided() && roots_.front().is_clear() &&
           numbers_.states[roots_.front().state] == spec.initial();
  }

  /// Takes up the operations of another component, from which it was independent so far.
  /// `join(state, other)` is the state of both. The new slot of each of the other's slots.
  template <class Join>
  [[nodiscard]] std::vector<Slot> take_up(Spec const& spec, Component&& other, Join join,
                                          Budget const& budget);

 private:
  using Win = Window<Spec>;
  using Layer = typename Win::Layer;
  using Search = Explorer<Spec>;

  /// A way that explains all events so far.
  struct Lead {
    std::vector<Station> way;  ///< Its last station is not left yet.
    std::vector<Cell> cells;   ///< By slot.
  };

  static constexpr Layer kNotLeft = Win::kNever;
  /// What forgetting may cost for each layer of the window before it is put off.
  static constexpr std::uint64_t kCheap = 1'000;
  static constexpr Layer kLongest = 2'048;
  /// How many layers are forgotten at a time while operations are open.
  static constexpr Layer kStep = 4;

  void start_lead() { lead_ = {{{roots_.front().state, kNotLeft}}, roots_.front().cells}; }
  [[nodiscard]] bool alone() const {
    return window_.layers() == 0 && open() == 1 && roots_.size() == 1 && window_.groups().empty();
  }
  [[nodiscard]] Standing answer_alone(Spec const& spec, OpIndex op);
  Standing skip();
  [[nodiscard]] bool forget_until(Spec const& spec, Layer cut, Budget const& budget);
  [[nodiscard]] bool forget_all(Spec const& spec, Budget const& budget) {
    return !gave_up_ && (window_.layers() == 0 || forget_until(spec, window_.layers(), budget));
  }
  [[nodiscard]] Root joined(Root const& mine, Component const& other, Root const& theirs,
                            std::vector<Slot> const& slots) {
    Root root = mine;
    root.cells.resize(window_.slots());
    root.used.insert(root.used.end(), theirs.used.begin(), theirs.used.end());
    for (std::size_t slot = 0; slot < theirs.cells.size(); ++slot) {
      if (theirs.cells[slot].bits() == 0) continue;
      root.cells[slots[slot]] = renumbered(theirs.cells[slot], other.numbers_, numbers_);
    }
    return root;
  }
  [[nodiscard]] Standing conclude(Spec const& spec, bool lead_goes_on, Budget const& budget);
  [[nodiscard]] bool lead_answers(Spec const& spec, OpIndex op);
  [[nodiscard]] Standing find_lead(Spec const& spec, Budget const& budget);
  [[nodiscard]] Standing forget(Spec const& spec, Budget const& budget);
  /// The roots, less those that what was learnt of their open operations has ruled out.
  [[nodiscard]] std::vector<Root> known_roots() {
    Learning<Spec> learning{window_, numbers_};
    auto roots = learning.possible(roots_);
    trusted_ = trusted_ || learning.trusted();
    return roots;
  }
  void rebase(std::vector<Root> roots, Layer cut);
  [[nodiscard]] Cell& lead_cell(OpIndex op) {
    auto const slot = window_[op].slot;
    if (slot >= lead_.cells.size()) lead_.cells.resize(slot + std::size_t{1});
    return lead_.cells[slot];
  }

  Win window_;
  Numbers<Spec> numbers_;
  std::vector<Root> roots_;
  Lead lead_;
  Layer longest_ = 0;  ///< The window may grow so long before it is tried again to forget.
  bool trusted_ = false;
  bool gave_up_ = false;
};

template <StreamableSpec Spec>
auto Component<Spec>::call(Operation operation) -> Slot {
  return window_.call(std::move(operation));
}

template <StreamableSpec Spec>
Standing Component<Spec>::answer(Spec const& spec, Slot slot, Outcome outcome,
                                 Budget const& budget) {
  auto const op = window_.in_slot(slot);
  bool const at_once = !gave_up_ && alone() && roots_.front().is_clear();
  window_.answer(spec, slot, std::move(outcome));
  if (gave_up_) return skip();
  return at_once ? answer_alone(spec, op) : conclude(spec, lead_answers(spec, op), budget);
}

/// Nothing else is open, was lost, or is unclear.
template <StreamableSpec Spec>
Standing Component<Spec>::answer_alone(Spec const& spec, OpIndex op) {
  auto& root = roots_.front();
  auto [after, outcome] = spec.step(numbers_.states[root.state], window_[op].operation);
  if (!(outcome == window_[op].outcome)) return Standing::illegal;
  root.state = numbers_.states.number(std::move(after));
  window_.forget(1, {});
  constexpr std::size_t kMany = 8;
  if (numbers_.states.size() > kMany) tidy(numbers_, roots_);
  start_lead();
  return Standing::legal;
}

/// What comes after the budget was spent is taken note of, but not judged.
template <StreamableSpec Spec>
Standing Component<Spec>::skip() {
  std::vector<std::size_t> all;
  for (auto const& group : window_.groups()) all.push_back(group.size());
  static_cast<void>(window_.forget(window_.layers(), all));
  return Standing::undecided;
}

template <StreamableSpec Spec>
Standing Component<Spec>::never_happened(Spec const& spec, Slot slot, Budget const& budget) {
  auto const op = window_.in_slot(slot);
  window_.never_happened(slot);
  bool const goes_on = !lead_cell(op).is_done();
  lead_cell(op) = {};
  return conclude(spec, goes_on, budget);
}

template <StreamableSpec Spec>
Standing Component<Spec>::lose(Spec const& spec, Slot slot, Budget const& budget) {
  auto const op = window_.in_slot(slot);
  window_.lose(spec, slot);
  lead_cell(op) = {};
  return conclude(spec, true, budget);
}

template <StreamableSpec Spec>
Standing Component<Spec>::conclude(Spec const& spec, bool lead_goes_on, Budget const& budget) {
  if (gave_up_) return skip();
  auto standing = lead_goes_on ? Standing::legal : find_lead(spec, budget);
  if (standing == Standing::legal) standing = forget(spec, budget);
  gave_up_ = standing == Standing::undecided;
  return gave_up_ ? skip() : standing;
}

/// Whether the lead explains the answer of an operation that has just ended.
template <StreamableSpec Spec>
bool Component<Spec>::lead_answers(Spec const& spec, OpIndex op) {
  auto const& member = window_[op];
  auto const now = std::exchange(lead_cell(op), {});
  auto const answer = numbers_.outcomes.number(member.outcome);
  if (now.is_done()) return now.tells_answer() && now.answer() == answer;
  if (now.set() != AnswerSets::kAnything && numbers_.sets.contains(now.set(), answer)) return true;
  for (auto const& station : lead_.way) {
    if (station.left_in < member.called) continue;
    auto [after, outcome] = spec.step(numbers_.states[station.state], member.operation);
    if (!(outcome == member.outcome)) continue;
    auto const next = numbers_.states.number(std::move(after));
    if (next == station.state) return true;
    if (station.left_in != kNotLeft) continue;
    lead_.way.back().left_in = window_.layers() - 1;
    lead_.way.push_back({next, kNotLeft});
    return true;
  }
  return false;
}

template <StreamableSpec Spec>
Standing Component<Spec>::find_lead(Spec const& spec, Budget const& budget) {
  Search search{spec, window_, numbers_, budget};
  switch (search.explore(known_roots(), {.end = window_.layers()})) {
    case Search::Found::nothing:
      return Standing::illegal;
    case Search::Found::spent:
      return Standing::undecided;
    case Search::Found::end:
      break;
  }
  lead_ = {search.way(), search.first_end().cells};
  lead_.way.back().left_in = kNotLeft;
  return Standing::legal;
}

/// Makes the window shorter, if it is time to.
template <StreamableSpec Spec>
Standing Component<Spec>::forget(Spec const& spec, Budget const& budget) {
  auto const layers = window_.layers();
  auto const few = static_cast<Layer>(open() == 0 ? 0 : 2 * open() + 8);
  if (layers < std::max(few, longest_)) return Standing::legal;
  Budget cheap = budget;
  cheap.configurations = std::min(budget.configurations, layers * kCheap);
  bool const urgent = layers >= kLongest;
  // The less is forgotten at a time, the fewer configurations are between here and there.
  bool const forgot = (open() == 0 && forget_until(spec, layers, cheap)) ||
                      forget_until(spec, std::min(layers / 2, kStep), cheap) ||
                      forget_until(spec, 1, urgent ? budget : cheap);
  if (forgot) return window_.layers() == 0 ? Standing::legal : find_lead(spec, budget);
  longest_ = 2 * layers;
  return urgent ? Standing::undecided : Standing::legal;
}

/// Forgets the layers before `cut`; false if that would cost more than the budget.
template <StreamableSpec Spec>
bool Component<Spec>::forget_until(Spec const& spec, Layer cut, Budget const& budget) {
  if (cut == 0) return false;
  Search search{spec, window_, numbers_, budget};
  auto const found = search.explore(known_roots(), {.end = cut, .all = true, .collect = true});
  if (found == Search::Found::spent) return false;
  auto ends = search.ends();
  drop_dominated(ends, numbers_.sets);
  rebase(std::move(ends), cut);
  if (window_.layers() == 0) {
    start_lead();
    return true;
  }
  std::erase_if(roots_, [&](Root const& root) {
    if (roots_.size() == 1) return false;
    Search later{spec, window_, numbers_, budget};
    return later.explore({&root, 1}, {.end = window_.layers()}) == Search::Found::nothing;
  });
  return true;
}

/// Makes `roots`, at `cut`, the beginning of the window.
template <StreamableSpec Spec>
void Component<Spec>::rebase(std::vector<Root> roots, Layer cut) {
  std::vector<std::size_t> accounted(window_.groups().size(), 255);
  for (auto const& root : roots) {
    for (std::size_t g = 0; g < accounted.size(); ++g) {
      accounted[g] = std::min<std::size_t>(accounted[g], root.used[g]);
    }
  }
  auto const place = window_.forget(cut, accounted);
  for (auto& root : roots) {
    std::vector<std::uint8_t> used(window_.groups().size());
    for (std::size_t g = 0; g < place.size(); ++g) {
      if (place[g] == Win::kNoGroup) continue;
      used[place[g]] = static_cast<std::uint8_t>(root.used[g] - accounted[g]);
    }
    root.used = std::move(used);
  }
  roots_ = std::move(roots);
  longest_ = 0;
  tidy(numbers_, roots_);
}

template <StreamableSpec Spec>
std::size_t Component<Spec>::lost() const {
  std::size_t count = 0;
  for (auto const& group : window_.groups()) count += group.size();
  return count;
}

template <StreamableSpec Spec>
auto Component<Spec>::possible_answers(Spec const& spec) -> std::vector<Outcome> {
  constexpr std::uint64_t kEnough = 20'000;
  auto const last = window_.ending(window_.layers() - 1);
  window_[last].ending = Ending::open;
  window_[last].passive = false;
  Budget budget;
  budget.configurations = kEnough;
  Search search{spec, window_, numbers_, budget};
  static_cast<void>(
      search.explore(known_roots(), {.end = window_.layers(), .all = true, .wanted = last}));
  std::vector<Outcome> answers;
  for (auto const answer : search.answers()) answers.push_back(numbers_.outcomes[answer]);
  std::sort(answers.begin(), answers.end());
  answers.erase(std::unique(answers.begin(), answers.end()), answers.end());
  return answers;
}

template <StreamableSpec Spec>
template <class Join>
auto Component<Spec>::take_up(Spec const& spec, Component&& other, Join join, Budget const& budget)
    -> std::vector<Slot> {
  bool const mine_clear = forget_all(spec, budget);
  bool const theirs_clear = other.forget_all(spec, budget);
  gave_up_ = !mine_clear || !theirs_clear;
  trusted_ = trusted_ || other.trusted_;
  auto slots = window_.take_up(other.window_);
  if (gave_up_) {
    skip();
    return slots;
  }
  std::vector<Root> roots;
  for (auto const& mine : roots_) {
    for (auto const& theirs : other.roots_) {
      roots.push_back(joined(mine, other, theirs, slots));
      roots.back().state = numbers_.states.number(
          join(numbers_.states[mine.state], other.numbers_.states[theirs.state]));
    }
  }
  roots_ = std::move(roots);
  start_lead();
  return slots;
}

}  // namespace checker::streaming
