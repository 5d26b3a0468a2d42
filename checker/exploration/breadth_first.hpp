#pragma once

#include <string>
#include <utility>

#include "checker/exploration/checkpoint.hpp"
#include "checker/exploration/retrace.hpp"
#include "checker/exploration/state_table.hpp"

namespace checker::exploration {

/// How far a breadth first search may go.
struct Bounds {
  std::uint64_t states{std::uint64_t{1} << 27};  ///< In all, however often `run` is called.
  std::uint64_t report_every{std::uint64_t{1} << 22};
  std::uint32_t goals{0};    ///< To be reached by some step, or else the search fails.
  std::uint64_t subject{0};  ///< A digest of what is searched, for files that it is saved to.
};

/// Visits every reachable state, the nearest first, so that a counterexample is a shortest one.
/// Stops at the first broken claim. `run` may be called again after a spent budget, also by
/// another process that has loaded what this one saved. The machine must outlive the search.
template <Machine M>
class BreadthFirst {
 public:
  explicit BreadthFirst(M const& machine, Bounds bounds = {}, Progress progress = {})
      : machine_{machine},
        bounds_{bounds},
        progress_{std::move(progress)},
        table_{machine.words(), bounds.states + kMargin} {
    for (auto const& state : machine_.initial()) {
      auto const words = encoded(machine_, state);
      table_.insert(words.data(), hash_of(words.data(), table_.words()));
    }
    mark_.layers = {0, table_.size()};
  }

  /// Goes on until nothing is left, a claim is broken, or `states` more were met.
  [[nodiscard]] Report<M> run(std::uint64_t states = StateTable::kMaxStates) {
    stop_at_ = std::min(bounds_.states, table_.size() + states);
    while (!violation_ && mark_.next < table_.size() && table_.size() < stop_at_) {
      expand(mark_.next++);
      if (pending_.size() >= kBatch || mark_.next == mark_.layers.back()) flush();
      if (mark_.next == mark_.layers.back() && table_.size() > mark_.next) end_layer();
    }
    if (!violation_) flush();
    return report();
  }

  /// What has been visited, in the order of its discovery.
  [[nodiscard]] StateTable const& visited() const { return table_; }

  /// Writes the search to a file, or takes it up again. False, and nothing taken, if the file is of
  /// another subject, does not begin with the states that this search has met so far, or does not
  /// fit the bounds. Only between calls of `run`.
  [[nodiscard]] bool save(std::string const& path) const {
    return save_checkpoint(path, bounds_.subject, table_, mark_);
  }
  [[nodiscard]] bool load(std::string const& path) {
    return load_checkpoint(path, bounds_.subject, table_, mark_);
  }

 private:
  using State = typename M::State;
  using Action = typename M::Action;

  static constexpr std::size_t kBatch = 64;
  static constexpr std::size_t kAhead = 8;
  static constexpr std::size_t kMargin = 1 << 14;  ///< For what one batch reaches past a bound.

  /// A state that was reached and not looked up yet.
  struct Reached {
    std::uint64_t hash;
    std::uint64_t from;
    Observation seen;
    Words words;
  };
  struct Violation {
    std::uint64_t from;
    Observation seen;
    Words words;
    bool at_rest;
  };

  void expand(std::uint64_t index) {
    auto const state = machine_.decode(table_.at(index));
    actions_.clear();
    machine_.enabled(state, actions_);
    if (actions_.empty()) {
      rest(state, index);
      return;
    }
    mark_.transitions += actions_.size();
    for (auto const& action : actions_) {
      auto& reached = pending_.emplace_back();
      auto after = state;
      reached.seen = machine_.apply(after, action);
      reached.from = index;
      machine_.encode(after, reached.words.data());
      reached.hash = hash_of(reached.words.data(), table_.words());
      table_.prefetch(reached.hash);
    }
  }

  void rest(State const& state, std::uint64_t index) {
    flush();
    ++mark_.at_rest;
    auto const seen = machine_.at_rest(state);
    mark_.reached |= seen.reached;
    if (seen.broken != 0 && !violation_) {
      violation_ = Violation{index, seen, encoded(machine_, state), true};
    }
  }

  /// Looks the reached states up, in the order in which they were reached.
  void flush() {
    for (std::size_t i = 0; i < pending_.size() && !violation_; ++i) {
      if (i + kAhead < pending_.size()) table_.prefetch_known(pending_[i + kAhead].hash);
      look_up(pending_[i]);
    }
    pending_.clear();
  }

  void look_up(Reached const& reached) {
    mark_.reached |= reached.seen.reached;
    if (reached.seen.broken != 0) {
      violation_ = Violation{reached.from, reached.seen, reached.words, false};
    }
    table_.insert(reached.words.data(), reached.hash);
  }

  void end_layer() {
    mark_.layers.push_back(table_.size());
    if (progress_ && table_.size() >= reported_ + bounds_.report_every) {
      reported_ = table_.size();
      progress_(statistics());
    }
  }

  [[nodiscard]] Statistics statistics() const {
    return {table_.size(), mark_.transitions, mark_.at_rest, mark_.layers.size() - 2,
            table_.bytes_per_state()};
  }

  [[nodiscard]] Report<M> report() const {
    Report<M> report{End::exhausted, statistics(), mark_.reached, 0, std::nullopt};
    if (violation_) {
      report.end = End::violated;
      report.counterexample = retraced();
    } else if (mark_.next < table_.size()) {
      report.end = End::budget_spent;
    } else {
      settle_goals(report, bounds_.goals);
    }
    return report;
  }

  /// Nothing but states is stored. How one was reached is found again by looking, layer by layer,
  /// for one that leads to it: as much work at most as the search itself, and only for a finding.
  [[nodiscard]] Counterexample<M> retraced() const {
    std::vector<Words> chain;
    if (!violation_->at_rest) chain.push_back(violation_->words);
    auto index = violation_->from;
    chain.push_back(words_at(index));
    while (index >= mark_.layers[1]) {
      index = predecessor(index);
      chain.push_back(words_at(index));
    }
    std::reverse(chain.begin(), chain.end());
    return Retrace<M>{machine_}.follow(chain, violation_->seen);
  }

  [[nodiscard]] Words words_at(std::uint64_t index) const {
    Words words{};
    std::copy_n(table_.at(index), table_.words(), words.begin());
    return words;
  }

  [[nodiscard]] std::uint64_t predecessor(std::uint64_t index) const {
    auto const layer = std::upper_bound(mark_.layers.begin(), mark_.layers.end(), index) - 1;
    auto const target = words_at(index);
    for (auto from = *(layer - 1); from < *layer; ++from) {
      if (leads_to(from, target)) return from;
    }
    fail_assertion("a state of the layer before leads here", __FILE__, __LINE__);
  }

  [[nodiscard]] bool leads_to(std::uint64_t from, Words const& target) const {
    auto const state = machine_.decode(table_.at(from));
    std::vector<Action> actions;
    machine_.enabled(state, actions);
    return std::any_of(actions.begin(), actions.end(), [&](Action const& action) {
      auto after = state;
      machine_.apply(after, action);
      return encoded(machine_, after) == target;
    });
  }

  M const& machine_;
  Bounds bounds_;
  Progress progress_;
  StateTable table_;
  Mark mark_;
  std::uint64_t stop_at_{0};
  std::uint64_t reported_{0};
  std::optional<Violation> violation_;
  std::vector<Reached> pending_;
  std::vector<Action> actions_;
};

}  // namespace checker::exploration
