#pragma once

#include <concepts>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/budget.hpp"
#include "checker/configurations.hpp"
#include "checker/step_memory.hpp"
#include "checker/timeline.hpp"

namespace checker {

/// A specification over the operations of one history, both known by number.
template <class M>
concept Machine = requires(M& machine, StateId state, OpIndex op) {
  { machine.initial() } -> std::same_as<StateId>;
  /// The state after `op`, or kIllegal if it would not have answered what it did.
  { machine.step(state, op) } -> std::same_as<StateId>;
  /// True only if `op`, having answered what it did, leaves every state as it is.
  { machine.keeps_state(op) } -> std::same_as<bool>;
  /// True only if `op` is legal in every state, and leads to the same one from each.
  { machine.overwrites(op) } -> std::same_as<bool>;
};

/// What a search found, in the numbers of its operations.
struct SearchResult {
  enum class Kind { legal, illegal, undecided };
  Kind kind = Kind::illegal;
  std::vector<OpIndex> order;  ///< The witness, or the longest legal beginning.
  std::vector<OpIndex> stuck;  ///< Open operations of which none can come next.
  std::uint64_t configurations = 0;
};

/// The words of a configuration: layer and state, a bit for each slot that is taken, then costs, a
/// byte each: the first says that the last step was indeterminate, the others count the operations
/// used of each group.
struct Layout {
  explicit Layout(Timeline const& timeline)
      : slot_words{(timeline.slots() + 63) / 64}, cost_words{1 + timeline.groups() / 8} {}

  [[nodiscard]] std::size_t words() const { return 1 + slot_words + cost_words; }
  [[nodiscard]] static bool taken(std::uint64_t const* words, std::size_t slot) {
    return ((words[1 + slot / 64] >> (slot % 64)) & 1U) != 0;
  }
  [[nodiscard]] std::size_t cost(std::uint64_t const* words, std::size_t place) const {
    return (words[1 + slot_words + place / 8] >> (place % 8 * 8)) & 0xFFU;
  }

  std::size_t slot_words;
  std::size_t cost_words;
};

/// Where a search stands: which operations have been linearized.
class Placement {
 public:
  Placement(Timeline const& timeline, Layout const& layout, std::uint64_t const* words)
      : timeline_{timeline}, layout_{layout}, words_{words} {}

  [[nodiscard]] std::size_t layer() const { return words_[0] >> 32U; }
  [[nodiscard]] Timeline const& timeline() const { return timeline_; }
  [[nodiscard]] bool placed(OpIndex op) const {
    auto const& span = timeline_.spans()[op];
    if (!span.determinate()) {
      return timeline_.place_in_group(op) < layout_.cost(words_, span.group + std::size_t{1});
    }
    if (timeline_.deadline(op) < layer()) return true;
    return timeline_.called(op, layer()) && Layout::taken(words_, timeline_.slot(op));
  }

 private:
  Timeline const& timeline_;
  Layout const& layout_;
  std::uint64_t const* words_;
};

/// A machine that can tell early that an open or coming operation can no longer be explained.
template <class M>
concept ForesightedMachine = Machine<M> &&
    requires(M& machine, StateId state, Placement const& placement) {
  { machine.hopeless(state, placement) } -> std::same_as<bool>;
};

/// Wing and Gong's search (1993) with Lowe's memory of configurations and just-in-time order
/// (Testing for linearizability, 2017), depth first over the returns.
///
/// What keeps it small, each exact:
/// - operations that leave the state alone are linearized as soon as they are legal;
/// - indeterminate operations of one group are used in the order of their calls;
/// - an indeterminate operation is never followed at once by one that overwrites it;
/// - a configuration that spent more than a known one is not entered;
/// - the machine may give up a configuration as hopeless.
template <Machine M>
class Search {
 public:
  Search(Timeline const& timeline, M& machine, Budget const& budget)
      : timeline_{timeline},
        machine_{machine},
        budget_{budget},
        layout_{timeline},
        known_{1 + layout_.slot_words, layout_.cost_words, budget} {}

  [[nodiscard]] SearchResult run();

 private:
  using Words = std::vector<std::uint64_t>;
  struct Frame {
    Configurations::Id id;
    std::uint32_t next_choice = 0;
  };

  [[nodiscard]] static std::size_t layer(Words const& words) { return words[0] >> 32U; }
  [[nodiscard]] static StateId state(Words const& words) { return static_cast<StateId>(words[0]); }
  [[nodiscard]] bool taken(Words const& words, OpIndex op) const {
    return Layout::taken(words.data(), timeline_.slot(op));
  }
  void flip(Words& words, OpIndex op) const {
    auto const slot = timeline_.slot(op);
    words[1 + slot / 64] ^= std::uint64_t{1} << (slot % 64);
  }
  [[nodiscard]] std::uint64_t& cost_word(Words& words, std::size_t place) const {
    return words[1 + layout_.slot_words + place / 8];
  }
  [[nodiscard]] std::size_t cost(Words const& words, std::size_t place) const {
    return layout_.cost(words.data(), place);
  }

  bool visit(Words& words, Configurations::Origin origin);
  bool settle(Words& words);
  bool absorb(Words& words);
  bool take_next(Words& words, std::uint32_t& choice, OpIndex& op);
  bool take(Words& words, std::uint32_t choice, OpIndex& op) const;
  bool apply(Words& words, OpIndex op);
  [[nodiscard]] bool hopeless(Words const& words);
  void remember_longest(Words const& words, Configurations::Id id);
  void load(Words& words, Configurations::Id id) const;
  [[nodiscard]] SearchResult report(SearchResult::Kind kind, Configurations::Id id);
  [[nodiscard]] std::vector<OpIndex> replay(Configurations::Id id, Words& words);

  Timeline const& timeline_;
  M& machine_;
  Budget budget_;
  Layout layout_;
  Configurations known_;
  std::vector<Frame> stack_;
  std::vector<OpIndex>* emitted_ = nullptr;
  Configurations::Id longest_ = 0;
  std::pair<std::size_t, std::size_t> longest_length_{};
};

template <Machine M>
SearchResult Search<M>::run() {
  using enum SearchResult::Kind;
  Words root(layout_.words());
  root[0] = machine_.initial();
  Words words = root;
  if (visit(words, {})) return report(legal, 0);
  while (!stack_.empty()) {
    auto& frame = stack_.back();
    auto const id = frame.id;
    load(words, id);
    OpIndex op{};
    if (!take_next(words, frame.next_choice, op)) {
      stack_.pop_back();
      continue;
    }
    if (visit(words, {id, op})) {
      return report(legal, static_cast<Configurations::Id>(known_.size() - 1));
    }
    if (known_.size() > budget_.configurations) return report(undecided, longest_);
    if (budget_.stop != nullptr && *budget_.stop) throw ResourcesExhausted{"time: stopped"};
  }
  return report(illegal, longest_);
}

/// Enters a configuration if it is new; true if it is the end.
template <Machine M>
bool Search<M>::visit(Words& words, Configurations::Origin origin) {
  bool const done = settle(words);
  if (!done && origin.parent != Configurations::kNone && hopeless(words)) return false;
  auto const id = known_.insert(words, origin);
  if (!id) return false;
  remember_longest(words, *id);
  if (!done) stack_.push_back({*id});
  return done;
}

/// Passes every return that has been linearized; true if none is left.
template <Machine M>
bool Search<M>::settle(Words& words) {
  while (layer(words) < timeline_.layers()) {
    if (absorb(words)) cost_word(words, 0) &= ~std::uint64_t{0xFF};
    auto const returning = timeline_.returning(layer(words));
    if (!taken(words, returning)) return false;
    flip(words, returning);
    words[0] += std::uint64_t{1} << 32U;
  }
  return true;
}

template <Machine M>
bool Search<M>::absorb(Words& words) {
  bool any = false;
  for (OpIndex const op : timeline_.open(layer(words))) {
    if (!machine_.keeps_state(op) || taken(words, op)) continue;
    if (machine_.step(state(words), op) == kIllegal) continue;
    flip(words, op);
    any = true;
    if (emitted_ != nullptr) emitted_->push_back(op);
  }
  return any;
}

/// Makes the step of the first choice from `choice` on that is possible; false if none is.
template <Machine M>
bool Search<M>::take_next(Words& words, std::uint32_t& choice, OpIndex& op) {
  auto const end =
      static_cast<std::uint32_t>(timeline_.open(layer(words)).size() + timeline_.groups());
  while (choice < end) {
    if (take(words, choice++, op) && apply(words, op)) return true;
  }
  return false;
}

/// The operation that a choice stands for, if it may come next.
template <Machine M>
bool Search<M>::take(Words& words, std::uint32_t choice, OpIndex& op) const {
  auto const open = timeline_.open(layer(words));
  if (choice < open.size()) {
    op = open[choice];
    // What leaves the state alone has been absorbed if it was legal.
    if (taken(words, op) || machine_.keeps_state(op)) return false;
  } else {
    auto const group = choice - open.size();
    auto const& members = timeline_.group(group);
    auto const used = cost(words, group + 1);
    if (used == members.size() || !timeline_.called(members[used], layer(words))) return false;
    op = members[used];
  }
  bool const after_indeterminate = cost(words, 0) != 0;
  return !(after_indeterminate && machine_.overwrites(op));
}

/// Makes a step, or, if it cannot be made or is of no use, leaves everything as it is.
template <Machine M>
bool Search<M>::apply(Words& words, OpIndex op) {
  auto const after = machine_.step(state(words), op);
  bool const determinate = timeline_.spans()[op].determinate();
  if (after == kIllegal || (!determinate && after == state(words))) return false;
  auto& last = cost_word(words, 0);
  last &= ~std::uint64_t{0xFF};
  if (determinate) {
    flip(words, op);
  } else {
    last |= 1U;
    auto const place = timeline_.spans()[op].group + std::size_t{1};
    cost_word(words, place) += std::uint64_t{1} << (place % 8 * 8);
  }
  words[0] = (words[0] & ~std::uint64_t{0xFFFFFFFF}) | after;
  return true;
}

template <Machine M>
bool Search<M>::hopeless(Words const& words) {
  if constexpr (ForesightedMachine<M>) {
    return machine_.hopeless(state(words), Placement{timeline_, layout_, words.data()});
  } else {
    return false;
  }
}

template <Machine M>
void Search<M>::remember_longest(Words const& words, Configurations::Id id) {
  std::size_t ahead = 0;
  for (std::size_t i = 0; i < layout_.slot_words; ++i) {
    ahead += static_cast<std::size_t>(__builtin_popcountll(words[1 + i]));
  }
  if (id != 0 && std::pair{layer(words), ahead} <= longest_length_) return;
  longest_length_ = {layer(words), ahead};
  longest_ = id;
}

template <Machine M>
void Search<M>::load(Words& words, Configurations::Id id) const {
  auto const* row = known_.words(id);
  std::copy(row, row + words.size(), words.begin());
}

template <Machine M>
std::vector<OpIndex> Search<M>::replay(Configurations::Id id, Words& words) {
  std::vector<OpIndex> path;
  for (; known_.origin(id).parent != Configurations::kNone; id = known_.origin(id).parent) {
    path.push_back(known_.origin(id).op);
  }
  std::vector<OpIndex> order;
  emitted_ = &order;
  words.assign(words.size(), 0);
  words[0] = machine_.initial();
  settle(words);
  for (auto op = path.rbegin(); op != path.rend(); ++op) {
    apply(words, *op);
    order.push_back(*op);
    settle(words);
  }
  emitted_ = nullptr;
  return order;
}

template <Machine M>
SearchResult Search<M>::report(SearchResult::Kind kind, Configurations::Id id) {
  SearchResult result{.kind = kind, .order = {}, .stuck = {}, .configurations = known_.size()};
  Words words(layout_.words());
  result.order = replay(id, words);
  if (kind == SearchResult::Kind::legal) return result;
  for (OpIndex const op : timeline_.open(layer(words))) {
    if (!taken(words, op)) result.stuck.push_back(op);
  }
  return result;
}

}  // namespace checker
