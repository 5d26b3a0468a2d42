#pragma once

#include <optional>

#include "checker/exploration/depth_first.hpp"

namespace checker::exploration {

/// How many runs there are from the initial states to states at rest: sequences of actions, counted
/// once for each, without walking them. `ends_here(state)`, if given, ends a run early.
/// Nothing if some run never ends, or more than 2^64 do.
template <Machine M, class EndsHere>
class Runs {
 public:
  Runs(M const& machine, EndsHere ends_here)
      : machine_{machine}, ends_here_{std::move(ends_here)}, table_{machine.words(), kLimit} {}

  [[nodiscard]] std::optional<std::uint64_t> count() {
    std::uint64_t sum = 0;
    for (auto const& state : machine_.initial()) {
      auto const index = enter(state);
      while (!path_.empty() && !endless_) go_on();
      if (endless_ || __builtin_add_overflow(sum, runs_[index], &sum)) return std::nullopt;
    }
    return sum;
  }

 private:
  using State = typename M::State;
  using Action = typename M::Action;

  static constexpr std::uint64_t kLimit = std::uint64_t{1} << 26;
  static constexpr std::uint64_t kOpen = ~std::uint64_t{0};  ///< On the path: not counted yet.

  struct Frame {
    State state;
    std::uint32_t index;
    std::size_t first_action;
    std::uint64_t runs;
  };

  /// Puts a state on the path unless it was counted. Says where its count is, or will be.
  std::uint32_t enter(State const& state) {
    auto const words = encoded(machine_, state);
    RELCHECK_ASSERT(!table_.full());
    auto const [index, fresh] = table_.insert(words.data(), hash_of(words.data(), table_.words()));
    if (!fresh) return index;
    runs_.push_back(kOpen);
    path_.push_back({state, index, actions_.size(), 0});
    if (!ends_here_(state)) machine_.enabled(state, actions_);
    if (actions_.size() == path_.back().first_action) path_.back().runs = 1;
    return index;
  }

  void go_on() {
    if (actions_.size() == path_.back().first_action) return leave();
    auto after = path_.back().state;
    machine_.apply(after, actions_.back());
    auto const depth = path_.size();
    auto const index = enter(after);
    if (path_.size() > depth) return;  // Counted first; the action is taken off when it has been.
    actions_.pop_back();
    if (runs_[index] == kOpen) {
      endless_ = true;
      return;
    }
    add(path_[depth - 1], runs_[index]);
  }

  void leave() {
    auto const frame = path_.back();
    path_.pop_back();
    runs_[frame.index] = frame.runs;
    if (path_.empty()) return;
    actions_.pop_back();
    add(path_.back(), frame.runs);
  }

  void add(Frame& frame, std::uint64_t runs) {
    endless_ |= __builtin_add_overflow(frame.runs, runs, &frame.runs);
  }

  M const& machine_;
  EndsHere ends_here_;
  StateTable table_;
  std::vector<std::uint64_t> runs_;
  std::vector<Frame> path_;
  std::vector<Action> actions_;
  bool endless_{false};
};

/// The runs that end where nothing is enabled.
template <Machine M>
[[nodiscard]] std::optional<std::uint64_t> count_runs(M const& machine) {
  auto const never = [](typename M::State const&) { return false; };
  return Runs<M, decltype(never)>{machine, never}.count();
}

}  // namespace checker::exploration
