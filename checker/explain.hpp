#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/history.hpp"
#include "checker/precedence_graph.hpp"
#include "checker/spec.hpp"

namespace checker {

/// One operation of a contradiction, as a reader is to see it.
struct Exhibit {
  OperationId id{};
  std::string client;            ///< Such as "process 3".
  std::string call;              ///< Such as "write(1)".
  std::string answer;            ///< Such as "done"; empty if it is not part of the evidence.
  std::string place;             ///< Such as "lines 3 and 5"; may be empty.
  Lifetime lifetime;             ///< As far as it binds: without evidence it has no return.
  std::optional<Tick> drawn_to;  ///< When it ended, bound or not.
  friend bool operator==(Exhibit const& a, Exhibit const& b) { return a.id == b.id; }
};

/// An order that keeps real time and goes well up to its last operation, which answered otherwise
/// than it would have to. Members are indices into the exhibits.
struct DeadEnd {
  std::vector<std::size_t> before;
  std::size_t next{};
  std::string would_answer;
};

/// One answer that, changed, leaves no contradiction.
struct Remedy {
  std::size_t of{};
  std::vector<std::string> answers;
};

/// Why some operations contradict each other: data first, text second.
struct Explanation {
  std::vector<Exhibit> exhibits;  ///< By call.
  std::vector<DeadEnd> dead_ends;
  std::size_t dead_ends_left_out = 0;
  std::size_t others_left_out = 0;  ///< Operations whose answers do not matter.
  std::size_t never_happened = 0;   ///< Operations that certainly had no effect.
  std::optional<Remedy> remedy;
};

/// An explanation in words. Lines end in '\n'.
[[nodiscard]] std::string explain(Explanation const& explanation);

/// Operations as boxes over time, a row for each client. Lines end in '\n'. Empty if it would be
/// wider than `width` columns.
[[nodiscard]] std::string draw(std::vector<Exhibit> const& exhibits, std::size_t width = 100);

/// Orders of a few operations, for explanations: each is tried until its first wrong answer.
template <SequentialSpec Spec>
class Orders {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  using State = typename Spec::State;

  /// `answer` is nothing for an operation that may take effect at any time after its call, or
  /// never.
  struct Candidate {
    Operation const* operation;
    std::optional<Outcome> answer;
    Lifetime lifetime;
  };
  struct Stop {
    std::vector<std::size_t> before;
    std::size_t next;
    Outcome would_answer;
  };

  Orders(Spec const& spec, std::vector<Candidate> candidates)
      : spec_{spec}, candidates_{std::move(candidates)} {}

  /// Every answer of `wild` with which some order goes well, its recorded answer set aside. Sorted
  /// as found, without repetition.
  [[nodiscard]] std::vector<Outcome> possible_answers(std::size_t wild) {
    begin(wild);
    try_from(spec_.initial(), std::nullopt);
    return std::move(possible_);
  }

  /// Where orders stop, if none goes well; orders that do not differ in what matters are told once.
  [[nodiscard]] std::vector<Stop> stops() {
    begin(candidates_.size());
    try_from(spec_.initial(), std::nullopt);
    return went_well_ ? std::vector<Stop>{} : std::move(stops_);
  }

 private:
  void begin(std::size_t wild) {
    wild_ = wild;
    placed_.assign(candidates_.size(), false);
    order_.clear();
    seen_.clear();
    stops_.clear();
    possible_.clear();
    went_well_ = false;
  }

  /// Whether everything that had returned before the call of `next` is placed already.
  [[nodiscard]] bool may_come_next(std::size_t next) const {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (placed_[i] || i == next || !must_happen(i)) continue;
      auto const returned = candidates_[i].lifetime.returned;
      if (returned && *returned < candidates_[next].lifetime.called) return false;
    }
    return true;
  }

  [[nodiscard]] bool must_happen(std::size_t i) const {
    return i == wild_ || candidates_[i].answer.has_value();
  }

  [[nodiscard]] bool complete() const {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (must_happen(i) && !placed_[i]) return false;
    }
    return true;
  }

  void try_from(State const& state, std::optional<Outcome> const& wild_answer) {
    if (!seen_.insert({placed_, state, wild_answer.has_value() ? possible_index(*wild_answer) : 0})
             .second) {
      return;
    }
    if (complete()) {
      went_well_ = true;
      if (wild_answer) possible_.push_back(*wild_answer);
      return;
    }
    for (std::size_t next = 0; next < candidates_.size(); ++next) {
      if (!placed_[next] && may_come_next(next)) place(next, state, wild_answer);
    }
  }

  /// A number for each wild answer, so that answers need no order.
  [[nodiscard]] std::size_t possible_index(Outcome const& answer) {
    auto const found = std::find(wild_answers_.begin(), wild_answers_.end(), answer);
    auto const index = static_cast<std::size_t>(found - wild_answers_.begin());
    if (found == wild_answers_.end()) wild_answers_.push_back(answer);
    return index + 1;
  }

  void place(std::size_t next, State const& state, std::optional<Outcome> const& wild_answer) {
    auto const& candidate = candidates_[next];
    auto [after, answer] = spec_.step(state, *candidate.operation);
    if (candidate.answer && next != wild_ && !(*candidate.answer == answer)) {
      stops_.push_back({order_, next, answer});
      return;
    }
    placed_[next] = true;
    order_.push_back(next);
    try_from(after, next == wild_ ? std::optional{answer} : wild_answer);
    order_.pop_back();
    placed_[next] = false;
  }

  Spec spec_;
  std::vector<Candidate> candidates_;
  std::size_t wild_ = 0;
  std::vector<bool> placed_;
  std::vector<std::size_t> order_;
  std::set<std::tuple<std::vector<bool>, State, std::size_t>> seen_;
  std::vector<Stop> stops_;
  std::vector<Outcome> wild_answers_;
  std::vector<Outcome> possible_;
  bool went_well_ = false;
};

}  // namespace checker
