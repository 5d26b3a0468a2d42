#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "checker/budget.hpp"
#include "checker/configurations.hpp"
#include "checker/spec.hpp"
#include "checker/streaming/roots.hpp"
#include "checker/streaming/window.hpp"

namespace checker::streaming {

/// A state on the way of a configuration, and the layer in which it was left.
struct Station {
  StateId state{};
  std::uint32_t left_in{};
};

/// Walks from configurations at the beginning of a window over its layers: the search of search.hpp
/// with several beginnings and ends, for operations some of which have not ended yet.
template <SequentialSpec Spec>
class Explorer {
 public:
  using Win = Window<Spec>;
  using Layer = typename Win::Layer;
  enum class Found { end, nothing, spent };
  struct Aim {
    Layer end{};
    bool all = false;                 ///< Every configuration at the end, not just one.
    bool collect = false;             ///< Note what open operations may have answered on the way.
    std::optional<OpIndex> wanted{};  ///< Note its answers only, and do as if it told none.
  };

  Explorer(Spec const& spec, Win const& window, Numbers<Spec>& numbers, Budget const& budget)
      : spec_{spec},
        window_{window},
        numbers_{numbers},
        budget_{budget},
        cell_words_{(window.slots() + 1) / 2},
        cost_words_{1 + window.groups().size() / 8},
        known_{1 + cell_words_, cost_words_, budget} {
    if (!numbers_.steps) numbers_.steps.emplace();
  }

  [[nodiscard]] Found explore(std::span<Root const> roots, Aim const& aim);

  /// After `explore`: the configurations at the end.
  [[nodiscard]] std::vector<Root> ends() const;
  /// The first of them, with the answers on the way to it of what has not ended.
  [[nodiscard]] Root first_end();
  /// And the way to the first of them.
  [[nodiscard]] std::vector<Station> way() const;
  /// What the wanted operation may have answered.
  [[nodiscard]] std::vector<std::uint32_t> const& answers() const { return answers_; }
  [[nodiscard]] std::uint64_t configurations() const { return known_.size(); }

 private:
  static constexpr OpIndex kLost = ~OpIndex{0};

  using Words = std::vector<std::uint64_t>;
  using Member = typename Win::Member;
  enum class Settled { waits, dead, at_end };
  struct Frame {
    Configurations::Id id;
    std::uint32_t next_choice = 0;
  };
  struct Stepped {
    StateId after = kIllegal;
    std::uint32_t answer = 0;  ///< If nobody knows yet what was answered.
  };

  [[nodiscard]] static Layer layer(Words const& words) {
    return static_cast<Layer>(words[0] >> 32U);
  }
  [[nodiscard]] static StateId state(Words const& words) { return static_cast<StateId>(words[0]); }
  [[nodiscard]] static Cell cell(std::uint64_t const* words, std::size_t slot) {
    return Cell::from_bits(static_cast<std::uint32_t>(words[1 + slot / 2] >> (slot % 2 * 32)));
  }
  [[nodiscard]] Cell cell(Words const& words, OpIndex op) const {
    return cell(words.data(), window_[op].slot);
  }
  void put(Words& words, OpIndex op, Cell cell) const { put_in(words, window_[op].slot, cell); }
  static void put_in(Words& words, std::size_t slot, Cell cell) {
    auto& word = words[1 + slot / 2];
    auto const shift = slot % 2 * 32;
    word = (word & ~(std::uint64_t{0xFFFFFFFF} << shift)) | (std::uint64_t{cell.bits()} << shift);
  }
  /// Place 0 says that the last step was one that need not have been taken, the others count those
  /// used.
  [[nodiscard]] std::uint64_t& cost_word(Words& words, std::size_t place) const {
    return words[1 + cell_words_ + place / 8];
  }
  [[nodiscard]] std::size_t cost(std::uint64_t const* words, std::size_t place) const {
    return (words[1 + cell_words_ + place / 8] >> (place % 8 * 8)) & 0xFFU;
  }
  void spend(Words& words, std::size_t group) const {
    cost_word(words, group + 1) += std::uint64_t{1} << ((group + 1) % 8 * 8);
  }

  [[nodiscard]] Words words_of(Root const& root) const;
  [[nodiscard]] bool is_open(Member const& member) const { return member.ending == Ending::open; }
  /// Whether it matters what an open operation answers: not for a single way, of which it need not
  /// even be part.
  [[nodiscard]] bool tells(OpIndex op) const { return aim_.collect || aim_.wanted == op; }
  [[nodiscard]] Stepped step(StateId from, OpIndex op);
  /// The state after it, if what it answers does not matter, or matters and is known.
  [[nodiscard]] StateId after(StateId from, OpIndex op);
  [[nodiscard]] StateId after_lost(StateId from, std::size_t group);
  bool visit(Words& words, Configurations::Origin origin);
  [[nodiscard]] Settled settle(Words& words);
  [[nodiscard]] Settled pass(Words& words);
  void absorb(Words& words);
  [[nodiscard]] bool collect(Words& words, OpIndex op);
  /// The operation that a choice stands for; kLost for one of a group.
  [[nodiscard]] OpIndex chosen(Words const& words, std::uint32_t choice) const {
    auto const open = window_.open(layer(words));
    return choice < open.size() ? open[choice] : kLost;
  }
  [[nodiscard]] bool choose(Words& words, std::uint32_t choice);
  [[nodiscard]] bool use_lost(Words& words, std::size_t group);
  [[nodiscard]] bool apply(Words& words, OpIndex op);
  [[nodiscard]] bool overwrites(typename Spec::Operation const& operation) const {
    if constexpr (TellsOverwrites<Spec>) return spec_.overwrites(operation);
    return false;
  }

  Spec const& spec_;
  Win const& window_;
  Numbers<Spec>& numbers_;
  Budget budget_;
  std::size_t cell_words_;
  std::size_t cost_words_;
  Configurations known_;
  Aim aim_;
  std::vector<Frame> stack_;
  std::vector<Configurations::Id> ends_;
  std::vector<std::uint32_t> answers_;
};

template <SequentialSpec Spec>
auto Explorer<Spec>::explore(std::span<Root const> roots, Aim const& aim) -> Found {
  aim_ = aim;
  Words words;
  for (auto const& root : roots) {
    words = words_of(root);
    if (visit(words, {}) && !aim_.all) return Found::end;
    while (!stack_.empty()) {
      auto& [id, next_choice] = stack_.back();
      auto const* row = known_.words(id);
      words.assign(row, row + words.size());
      auto const choices = window_.open(layer(words)).size() + window_.groups().size();
      if (next_choice >= choices) {
        stack_.pop_back();
        continue;
      }
      auto const origin = Configurations::Origin{id, chosen(words, next_choice)};
      if (!choose(words, next_choice++)) continue;
      if (visit(words, origin) && !aim_.all) return Found::end;
      if (known_.size() > budget_.configurations) return Found::spent;
      if (budget_.stop != nullptr && *budget_.stop) throw ResourcesExhausted{"time: stopped"};
    }
  }
  return ends_.empty() ? Found::nothing : Found::end;
}

template <SequentialSpec Spec>
auto Explorer<Spec>::words_of(Root const& root) const -> Words {
  Words words(1 + cell_words_ + cost_words_);
  words[0] = root.state;
  for (std::size_t slot = 0; slot < root.cells.size(); ++slot) {
    put_in(words, slot, root.cells[slot]);
  }
  for (std::size_t group = 0; group < root.used.size(); ++group) {
    words[1 + cell_words_ + (group + 1) / 8] |= std::uint64_t{root.used[group]}
                                                << ((group + 1) % 8 * 8);
  }
  return words;
}

template <SequentialSpec Spec>
std::vector<Root> Explorer<Spec>::ends() const {
  std::vector<Root> roots;
  for (auto const id : ends_) {
    auto const* words = known_.words(id);
    Root root{static_cast<StateId>(words[0]), {}, {}};
    for (std::size_t slot = 0; slot < window_.slots(); ++slot) {
      root.cells.push_back(cell(words, slot));
    }
    for (std::size_t group = 0; group < window_.groups().size(); ++group) {
      root.used.push_back(static_cast<std::uint8_t>(cost(words, group + 1)));
    }
    roots.push_back(std::move(root));
  }
  return roots;
}

template <SequentialSpec Spec>
std::vector<Station> Explorer<Spec>::way() const {
  std::vector<Station> stations;
  for (auto id = ends_.front(); id != Configurations::kNone; id = known_.origin(id).parent) {
    auto const* words = known_.words(id);
    stations.push_back(
        {static_cast<StateId>(words[0]), static_cast<std::uint32_t>(words[0] >> 32U)});
  }
  return {stations.rbegin(), stations.rend()};
}

template <SequentialSpec Spec>
Root Explorer<Spec>::first_end() {
  auto root = ends().front();
  for (auto id = ends_.front(); known_.origin(id).parent != Configurations::kNone;) {
    auto const [parent, op] = known_.origin(id);
    id = parent;
    if (op == kLost || !is_open(window_[op])) continue;
    auto const before = static_cast<StateId>(known_.words(parent)[0]);
    root.cells[window_[op].slot] = Cell::done(step(before, op).answer);
  }
  return root;
}

template <SequentialSpec Spec>
auto Explorer<Spec>::step(StateId from, OpIndex op) -> Stepped {
  if (!is_open(window_[op])) return {after(from, op), 0};
  auto [state, outcome] = spec_.step(numbers_.states[from], window_[op].operation);
  auto const answer = numbers_.outcomes.number(std::move(outcome));
  return {numbers_.states.number(std::move(state)), answer};
}

template <SequentialSpec Spec>
StateId Explorer<Spec>::after(StateId from, OpIndex op) {
  auto const& member = window_[op];
  bool const known = member.ending == Ending::returned;
  return numbers_.steps->after(from, 2 * op + (known ? 1U : 0U), [&] {
    auto [state, outcome] = spec_.step(numbers_.states[from], member.operation);
    if (known && !(outcome == member.outcome)) return kIllegal;
    return numbers_.states.number(std::move(state));
  });
}

template <SequentialSpec Spec>
StateId Explorer<Spec>::after_lost(StateId from, std::size_t group) {
  return numbers_.steps->after(from, kLost - static_cast<OpIndex>(group), [&] {
    auto const& lost = window_.groups()[group].operation;
    return numbers_.states.number(spec_.step(numbers_.states[from], lost).first);
  });
}

/// Enters a configuration if it is new; true if it is at the end.
template <SequentialSpec Spec>
bool Explorer<Spec>::visit(Words& words, Configurations::Origin origin) {
  auto const settled = settle(words);
  if (settled == Settled::dead) return false;
  auto const id = known_.insert(words, origin);
  if (!id) return false;
  if (settled == Settled::at_end) {
    ends_.push_back(*id);
    return true;
  }
  stack_.push_back({*id});
  return false;
}

/// Passes every end that asks for nothing more.
template <SequentialSpec Spec>
auto Explorer<Spec>::settle(Words& words) -> Settled {
  while (layer(words) < aim_.end) {
    absorb(words);
    auto const passed = pass(words);
    if (passed != Settled::at_end) return passed;
    words[0] += std::uint64_t{1} << 32U;
  }
  return Settled::at_end;
}

/// Passes the end of the present layer: `at_end` if that is done.
template <SequentialSpec Spec>
auto Explorer<Spec>::pass(Words& words) -> Settled {
  auto const op = window_.ending(layer(words));
  auto const& member = window_[op];
  auto const now = cell(words, op);
  switch (member.ending) {
    case Ending::returned:
      if (!now.is_done()) return Settled::waits;
      break;
    case Ending::never_happened:
      if (now.is_done()) return Settled::dead;
      break;
    case Ending::lost:
      if (now.is_done() && member.group != Win::kNoGroup) spend(words, member.group);
      break;
    case Ending::open: {  // Only the wanted one.
      if (now.is_done()) {
        answers_.push_back(now.answer());
        return Settled::dead;
      }
      auto const& found = numbers_.sets.answers(now.set());
      answers_.insert(answers_.end(), found.begin(), found.end());
      return Settled::waits;
    }
  }
  put(words, op, Cell{});
  return Settled::at_end;
}

/// What leaves the state alone is linearized as soon as it is legal.
template <SequentialSpec Spec>
void Explorer<Spec>::absorb(Words& words) {
  bool any = false;
  for (OpIndex const op : window_.open(layer(words))) {
    auto const& member = window_[op];
    auto const now = cell(words, op);
    if (now.is_done()) continue;
    if (is_open(member)) {
      any |= tells(op) && collect(words, op);
    } else if (member.ending == Ending::returned && member.passive) {
      if (after(state(words), op) == kIllegal) continue;
      put(words, op, Cell::done());
      any = true;
    }
  }
  if (any) cost_word(words, 0) &= ~std::uint64_t{0xFF};
}

/// Notes what an open operation may answer in the present state without changing it.
template <SequentialSpec Spec>
bool Explorer<Spec>::collect(Words& words, OpIndex op) {
  auto const stepped = step(state(words), op);
  if (stepped.after != state(words)) return false;
  auto const before = cell(words, op);
  auto const after = Cell::waiting(numbers_.sets.with(before.set(), stepped.answer));
  put(words, op, after);
  return after.bits() != before.bits();
}

/// Takes a step: an open operation, or a lost one of a group; false if it cannot come next.
template <SequentialSpec Spec>
bool Explorer<Spec>::choose(Words& words, std::uint32_t choice) {
  auto const open = window_.open(layer(words));
  if (choice >= open.size()) return use_lost(words, choice - open.size());
  return apply(words, open[choice]);
}

template <SequentialSpec Spec>
bool Explorer<Spec>::use_lost(Words& words, std::size_t group) {
  auto const& lost = window_.groups()[group];
  if (cost(words.data(), group + 1) >= lost.lost_by(layer(words))) return false;
  if (cost(words.data(), 0) != 0 && overwrites(lost.operation)) return false;
  auto const after = after_lost(state(words), group);
  if (after == state(words)) return false;
  spend(words, group);
  cost_word(words, 0) |= 1U;
  words[0] = (words[0] & ~std::uint64_t{0xFFFFFFFF}) | after;
  return true;
}

template <SequentialSpec Spec>
bool Explorer<Spec>::apply(Words& words, OpIndex op) {
  auto const& member = window_[op];
  // What leaves the state alone has been absorbed if it was legal.
  if (cell(words, op).is_done() || member.passive) return false;
  if (member.ending == Ending::never_happened) return false;
  if (cost(words.data(), 0) != 0 && overwrites(member.operation)) return false;
  bool const dispensable = member.ending == Ending::lost || (is_open(member) && !tells(op));
  bool const told = is_open(member) && tells(op);
  auto const stepped = told ? step(state(words), op) : Stepped{after(state(words), op), 0};
  if (stepped.after == kIllegal) return false;
  // Without effect it can only stand in the way later: what it may have answered is collected.
  if (member.ending != Ending::returned && stepped.after == state(words)) return false;
  put(words, op, told ? Cell::done(stepped.answer) : Cell::done());
  cost_word(words, 0) &= ~std::uint64_t{0xFF};
  if (dispensable) cost_word(words, 0) |= 1U;
  words[0] = (words[0] & ~std::uint64_t{0xFFFFFFFF}) | stepped.after;
  return true;
}

}  // namespace checker::streaming
