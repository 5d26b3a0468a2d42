#pragma once

#include <utility>

#include "checker/exploration/bit_table.hpp"
#include "checker/exploration/retrace.hpp"
#include "checker/exploration/state_table.hpp"

namespace checker::exploration {

/// Exact memory for a depth first search.
class ExactVisits {
 public:
  explicit ExactVisits(std::size_t words, std::uint64_t limit = std::uint64_t{1} << 27)
      : table_{words, limit} {}
  bool insert(std::uint64_t const* words, std::uint64_t hash) {
    return !table_.full() && table_.insert(words, hash).fresh;
  }
  [[nodiscard]] bool full() const { return table_.full(); }
  [[nodiscard]] std::uint64_t size() const { return table_.size(); }
  [[nodiscard]] double bytes_per_state() const { return table_.bytes_per_state(); }

 private:
  StateTable table_;
};

/// Bit-state memory: a few bits a state; what it calls exhausted is not.
class BitVisits {
 public:
  explicit BitVisits(unsigned log2_bits) : table_{log2_bits} {}
  bool insert(std::uint64_t const*, std::uint64_t hash) { return table_.insert(hash); }
  [[nodiscard]] bool full() const { return false; }
  [[nodiscard]] std::uint64_t size() const { return table_.size(); }
  [[nodiscard]] double bytes_per_state() const { return table_.bytes_per_state(); }

 private:
  BitTable table_;
};

/// Visits every reachable state, always going on from the last one: its memory is the visited set
/// and one path. A counterexample is that path, seldom a shortest one. `run` may be called again
/// after a spent budget. The machine must outlive the search.
template <Machine M, class Visits>
class DepthFirst {
 public:
  DepthFirst(M const& machine, Visits visits, std::uint32_t goals = 0, Progress progress = {})
      : machine_{machine},
        visits_{std::move(visits)},
        goals_{goals},
        progress_{std::move(progress)},
        initial_{machine.initial()} {}

  /// Goes on until nothing is left, a claim is broken, or `states` more were met.
  [[nodiscard]] Report<M> run(std::uint64_t states = StateTable::kMaxStates) {
    auto const stop_at = visits_.size() + states;
    while (!broken_ && !visits_.full() && visits_.size() < stop_at) {
      if (path_.empty() && !start_next()) break;
      go_on();
      tell();
    }
    return report();
  }

 private:
  using State = typename M::State;
  using Action = typename M::Action;

  static constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 22;

  /// A state on the path, and which of its actions were not tried: the last ones of `actions_`.
  struct Frame {
    State state;
    std::size_t first_action;
  };

  bool start_next() {
    while (next_initial_ < initial_.size()) {
      if (visit(initial_[next_initial_++])) return true;
    }
    return false;
  }

  /// Puts a new state on the path.
  bool visit(State const& state) {
    auto const words = encoded(machine_, state);
    if (!visits_.insert(words.data(), hash_of(words.data(), machine_.words()))) return false;
    // The canonical one, if the machine has such: what is stored is what is gone on with.
    path_.push_back({machine_.decode(words.data()), actions_.size()});
    statistics_.depth = std::max<std::uint64_t>(statistics_.depth, path_.size() - 1);
    machine_.enabled(path_.back().state, actions_);
    if (actions_.size() == path_.back().first_action) rest();
    return true;
  }

  void rest() {
    ++statistics_.at_rest;
    auto const seen = machine_.at_rest(path_.back().state);
    reached_ |= seen.reached;
    if (seen.broken != 0) broken_ = {seen, std::nullopt};
  }

  void go_on() {
    if (broken_) return;
    auto const& frame = path_.back();
    if (actions_.size() == frame.first_action) {
      path_.pop_back();
      return;
    }
    auto const action = actions_.back();
    actions_.pop_back();
    auto after = frame.state;
    auto const seen = machine_.apply(after, action);
    ++statistics_.transitions;
    reached_ |= seen.reached;
    if (seen.broken != 0) {
      broken_ = {seen, after};
      return;
    }
    visit(after);
  }

  void tell() {
    if (!progress_ || visits_.size() < reported_ + kReportEvery) return;
    reported_ = visits_.size();
    progress_(statistics());
  }

  [[nodiscard]] Statistics statistics() const {
    auto all = statistics_;
    all.states = visits_.size();
    all.bytes_per_state = visits_.bytes_per_state();
    return all;
  }

  [[nodiscard]] Report<M> report() const {
    Report<M> report{End::exhausted, statistics(), reached_, 0, std::nullopt};
    if (broken_) {
      report.end = End::violated;
      report.counterexample = counterexample();
    } else if (!path_.empty() || next_initial_ < initial_.size()) {
      report.end = End::budget_spent;
    } else {
      settle_goals(report, goals_);
    }
    return report;
  }

  [[nodiscard]] Counterexample<M> counterexample() const {
    std::vector<Words> chain;
    for (auto const& frame : path_) chain.push_back(encoded(machine_, frame.state));
    if (broken_->after) chain.push_back(encoded(machine_, *broken_->after));
    return Retrace<M>{machine_}.follow(chain, broken_->seen);
  }

  /// What was seen, and the state after the step that showed it; none if it was seen at rest.
  struct Broken {
    Observation seen;
    std::optional<State> after;
  };

  M const& machine_;
  Visits visits_;
  std::uint32_t goals_;
  Progress progress_;
  std::vector<State> initial_;
  std::size_t next_initial_{0};
  std::vector<Frame> path_;
  std::vector<Action> actions_;
  std::optional<Broken> broken_;
  Statistics statistics_;
  std::uint32_t reached_{0};
  std::uint64_t reported_{0};
};

}  // namespace checker::exploration
