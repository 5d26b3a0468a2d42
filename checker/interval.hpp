#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checker/assert.hpp"

namespace checker {

/// A position in the order of changes: a step of the log, a seq, a tick. Only the order counts.
using Moment = std::int64_t;

/// Both ends belong to it. Its user makes sure that `from` is not after `to`.
struct Window {
  Moment from{};
  Moment to{};
  friend bool operator==(Window const&, Window const&) = default;
};

/// A value that holds from a moment until the next one begins.
template <class Value>
struct Phase {
  Moment since{};
  Value value;
  friend bool operator==(Phase const&, Phase const&) = default;
};

/// What was true when: an initial value, and changes in order.
template <class Value>
class Truth {
 public:
  /// `initial` has always been true until the first change.
  explicit Truth(Value initial)
      : phases_{{std::numeric_limits<Moment>::min(), std::move(initial)}} {}

  /// From `moment` on, `value` is true. Moments never go back; of several changes at one moment
  /// the last counts. Setting the value that holds already is no change.
  void change(Moment moment, Value value) {
    RELCHECK_ASSERT(moment >= phases_.back().since);
    if (phases_.back().value == value) return;
    if (phases_.back().since == moment) phases_.pop_back();
    if (!phases_.empty() && phases_.back().value == value) return;
    phases_.push_back({moment, std::move(value)});
  }

  /// What was true at `moment`. O(log changes).
  [[nodiscard]] Value const& at(Moment moment) const { return phase_at(moment)->value; }

  /// The phases that share a moment with `window`, in order; never empty.
  [[nodiscard]] std::vector<Phase<Value>> within(Window window) const {
    RELCHECK_ASSERT(window.from <= window.to);
    return {phase_at(window.from), std::next(phase_at(window.to))};
  }

  [[nodiscard]] std::vector<Phase<Value>> const& phases() const { return phases_; }

 private:
  auto phase_at(Moment moment) const {
    auto const after =
        std::upper_bound(phases_.begin(), phases_.end(), moment,
                         [](Moment m, Phase<Value> const& phase) { return m < phase.since; });
    return std::prev(after);
  }

  std::vector<Phase<Value>> phases_;
};

/// The answer was the truth at `moment`, the earliest such of the window.
struct TrueAt {
  Moment moment{};
  friend bool operator==(TrueAt const&, TrueAt const&) = default;
};

/// The answer was not the truth at any moment of the window.
template <class Value>
struct NeverTrue {
  std::vector<Phase<Value>> truths;        ///< What was true instead, in order.
  std::optional<Window> last_true_before;  ///< When it had last been the truth, if ever.
  std::optional<Moment> first_true_after;  ///< When it became the truth, if ever.
  friend bool operator==(NeverTrue const&, NeverTrue const&) = default;
};

template <class Value>
using IntervalVerdict = std::variant<TrueAt, NeverTrue<Value>>;

/// Holds an answer against the truth: it must agree with some moment of the window.
/// `agrees(value)` says whether the answer is right when `value` is the truth; so the answer
/// need not have the type of the truth. O(log changes + phases of the window), more on failure.
template <class Value, class Agrees>
[[nodiscard]] IntervalVerdict<Value> check_interval(Truth<Value> const& truth, Window window,
                                                    Agrees agrees) {
  auto truths = truth.within(window);
  for (auto const& phase : truths) {
    if (agrees(phase.value)) return TrueAt{std::max(phase.since, window.from)};
  }
  NeverTrue<Value> never{std::move(truths), std::nullopt, std::nullopt};
  auto const& phases = truth.phases();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (!agrees(phases[i].value)) continue;
    if (phases[i].since > window.to) {
      never.first_true_after = phases[i].since;
      break;
    }
    never.last_true_before = Window{phases[i].since, phases[i + 1].since - 1};
  }
  return never;
}

}  // namespace checker
