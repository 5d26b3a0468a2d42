#include "checker/specs/queue_order.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace checker::specs {
namespace {

constexpr Tick kNever = OpenSpan::kNever;

/// A value on its way through the queue, and when it may go in and come out.
struct Passage {
  Tick enqueue_call{};
  Tick enqueue_return{};
  Tick dequeue_call = kNever;
  Tick dequeue_return = kNever;
  OpIndex enqueue{};
  std::optional<OpIndex> dequeue{};
  std::size_t section = 0;  ///< How many empty moments it comes after.
};

/// The operations on one value.
struct OfValue {
  std::size_t enqueues = 0;
  std::size_t dequeues = 0;
  OpIndex enqueue{};
  OpIndex dequeue{};
};

using Ticks = std::vector<Tick>;

/// The numbers of `keys`, the smallest key first.
std::vector<std::size_t> sorted_by(Ticks const& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return order;
}

/// Intervals that are taken away one by one: one may be next if it begins before any of the rest
/// has ended.
class Front {
 public:
  Front(Ticks calls, Ticks returns)
      : calls_{std::move(calls)},
        returns_{std::move(returns)},
        by_call_{sorted_by(calls_)},
        by_return_{sorted_by(returns_)} {}

  /// Tells every interval that has become free to be next, once.
  template <class Tell>
  void advance(std::vector<bool> const& gone, Tell tell) {
    while (first_left_ < by_return_.size() && gone[by_return_[first_left_]]) ++first_left_;
    if (first_left_ == by_return_.size()) return;
    auto const end = returns_[by_return_[first_left_]];
    for (; told_ < by_call_.size() && calls_[by_call_[told_]] <= end; ++told_) {
      tell(by_call_[told_]);
    }
  }

 private:
  Ticks calls_;
  Ticks returns_;
  std::vector<std::size_t> by_call_;
  std::vector<std::size_t> by_return_;
  std::size_t first_left_ = 0;
  std::size_t told_ = 0;
};

class QueueOrder {
 public:
  explicit QueueOrder(std::vector<OpenSpan> const& spans) : spans_{spans} {}

  [[nodiscard]] std::optional<Decision> decide(std::vector<QueueAccess> const& accesses,
                                               std::size_t values) {
    switch (gather(accesses, values)) {
      case Gathered::repeated:
        return std::nullopt;
      case Gathered::impossible:
        return Decision{};
      case Gathered::unique:
        break;
    }
    bool const exact = unanswered_.empty() || empty_.empty();
    bool const legal = (!exact || lend()) && find_empty_moments() && line_up();
    if (legal) return Decision{true, witness()};
    return exact ? std::optional{Decision{}} : std::nullopt;
  }

 private:
  enum class Gathered { unique, repeated, impossible };

  [[nodiscard]] Gathered gather(std::vector<QueueAccess> const& accesses, std::size_t values) {
    std::vector<OfValue> all(values);
    for (OpIndex op = 0; op < accesses.size(); ++op) {
      auto const& [kind, value] = accesses[op];
      if (kind == QueueAccess::Kind::find_empty) {
        empty_.push_back(op);
      } else if (!value) {
        unanswered_.push_back(op);
      } else if (kind == QueueAccess::Kind::dequeue) {
        ++all[*value].dequeues;
        all[*value].dequeue = op;
      }
    }
    for (OpIndex op = 0; op < accesses.size(); ++op) {
      auto const& [kind, value] = accesses[op];
      if (kind != QueueAccess::Kind::enqueue) continue;
      auto& of = all[*value];
      // An enqueue that nobody answered, of a value that nobody took, need not have happened.
      if (!spans_[op].determinate() && of.dequeues == 0) continue;
      if (++of.enqueues > 1) return Gathered::repeated;
      of.enqueue = op;
    }
    bool possible = true;
    for (auto const& of : all) possible = possible && pass(of);
    return possible ? Gathered::unique : Gathered::impossible;
  }

  /// Notes how a value passes through the queue, if it can.
  [[nodiscard]] bool pass(OfValue const& of) {
    if (of.enqueues == 0) return of.dequeues == 0;
    auto const& in = spans_[of.enqueue];
    Passage passage{.enqueue_call = in.call, .enqueue_return = in.ret, .enqueue = of.enqueue};
    if (of.dequeues == 0) {
      passages_.push_back(passage);
      return true;
    }
    auto const& out = spans_[of.dequeue];
    passage.enqueue_return = std::min(in.ret, out.ret);
    passage.dequeue_call = std::max(in.call, out.call);
    passage.dequeue_return = out.ret;
    passage.dequeue = of.dequeue;
    passages_.push_back(passage);
    return of.dequeues == 1 && in.call <= out.ret;
  }

  /// Gives unanswered dequeues to the values that must have been taken, if there are enough.
  [[nodiscard]] bool lend() {
    std::vector<std::size_t> left;
    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      (passages_[i].dequeue ? taken : left).push_back(i);
    }
    auto const latest_first = [&](std::vector<std::size_t>& numbers, Tick Passage::*tick) {
      std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
        return passages_[a].*tick > passages_[b].*tick;
      });
    };
    latest_first(left, &Passage::enqueue_return);
    latest_first(taken, &Passage::enqueue_call);
    std::vector<std::pair<Tick, std::size_t>> needed;  // The latest deadline first.
    auto deadline = kNever;
    auto next = taken.begin();
    for (auto const i : left) {
      for (; next != taken.end(); ++next) {
        if (passages_[*next].enqueue_call <= passages_[i].enqueue_return) break;
        deadline = std::min(deadline, passages_[*next].dequeue_return);
      }
      if (deadline != kNever) needed.emplace_back(deadline, i);
    }
    return give_unanswered(needed);
  }

  [[nodiscard]] bool give_unanswered(std::vector<std::pair<Tick, std::size_t>> const& needed) {
    if (needed.size() > unanswered_.size()) return false;
    std::stable_sort(unanswered_.begin(), unanswered_.end(),
                     [&](OpIndex a, OpIndex b) { return spans_[a].call < spans_[b].call; });
    auto dequeue = unanswered_.begin();
    for (auto need = needed.rbegin(); need != needed.rend(); ++need, ++dequeue) {
      auto& passage = passages_[need->second];
      if (spans_[*dequeue].call > need->first) return false;
      passage.dequeue = *dequeue;
      passage.dequeue_call = std::max(passage.enqueue_call, spans_[*dequeue].call);
      passage.dequeue_return = kNever - 1;  // Before whatever is never taken.
    }
    return true;
  }

  /// For each dequeue that found nothing, the first moment of it at which nothing is surely inside.
  [[nodiscard]] bool find_empty_moments() {
    if (empty_.empty()) return true;
    std::vector<std::pair<Tick, Tick>> inside;
    for (auto const& passage : passages_) {
      if (passage.enqueue_return < passage.dequeue_call) {
        inside.emplace_back(passage.enqueue_return, passage.dequeue_call);
      }
    }
    std::sort(inside.begin(), inside.end());
    std::stable_sort(empty_.begin(), empty_.end(),
                     [&](OpIndex a, OpIndex b) { return spans_[a].call < spans_[b].call; });
    auto next = inside.begin();
    auto moment = std::numeric_limits<Tick>::min();
    for (auto const op : empty_) {
      moment = std::max(moment, spans_[op].call);
      // What went in at this very moment may have done so just after it.
      for (; next != inside.end() && next->first < moment; ++next) {
        moment = std::max(moment, next->second);
      }
      if (moment > spans_[op].ret) return false;
      moments_.push_back(moment);
    }
    for (auto& passage : passages_) {
      auto const after = std::lower_bound(moments_.begin(), moments_.end(), passage.dequeue_call);
      passage.section = static_cast<std::size_t>(after - moments_.begin());
    }
    return true;
  }

  [[nodiscard]] Ticks all(Tick Passage::*tick) const {
    Ticks ticks(passages_.size());
    std::transform(passages_.begin(), passages_.end(), ticks.begin(),
                   [&](Passage const& passage) { return passage.*tick; });
    return ticks;
  }

  /// Puts the passages into an order that keeps both of going in and of coming out.
  [[nodiscard]] bool line_up() {
    Front going_in{all(&Passage::enqueue_call), all(&Passage::enqueue_return)};
    Front coming_out{all(&Passage::dequeue_call), all(&Passage::dequeue_return)};
    std::vector<bool> gone(passages_.size(), false);
    std::vector<bool> told(passages_.size(), false);
    std::vector<std::size_t> next;
    auto const tell = [&](std::size_t i) {
      if (told[i]) next.push_back(i);
      told[i] = true;
    };
    while (line_.size() < passages_.size()) {
      going_in.advance(gone, tell);
      coming_out.advance(gone, tell);
      if (next.empty()) return false;
      line_.push_back(next.back());
      gone[next.back()] = true;
      next.pop_back();
    }
    std::stable_sort(line_.begin(), line_.end(), [&](std::size_t a, std::size_t b) {
      return passages_[a].section < passages_[b].section;
    });
    return true;
  }

  [[nodiscard]] std::vector<OpIndex> witness() const {
    enum Kind { in, out, nothing };
    struct Effect {
      std::size_t section;
      Tick at;
      Kind kind;
      OpIndex op;
    };
    std::vector<Effect> effects;
    auto in_at = std::numeric_limits<Tick>::min();
    auto out_at = in_at;
    for (auto const i : line_) {
      auto const& passage = passages_[i];
      in_at = std::max(in_at, passage.enqueue_call);
      effects.push_back({passage.section, in_at, in, passage.enqueue});
      if (!passage.dequeue) continue;
      out_at = std::max({out_at, in_at, passage.dequeue_call});
      effects.push_back({passage.section, out_at, out, *passage.dequeue});
    }
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      effects.push_back({i, moments_[i], nothing, empty_[i]});
    }
    std::stable_sort(effects.begin(), effects.end(), [](Effect const& a, Effect const& b) {
      return std::tie(a.section, a.at, a.kind) < std::tie(b.section, b.at, b.kind);
    });
    std::vector<OpIndex> order(effects.size());
    std::transform(effects.begin(), effects.end(), order.begin(),
                   [](Effect const& effect) { return effect.op; });
    return order;
  }

  std::vector<OpenSpan> const& spans_;
  std::vector<OpIndex> unanswered_;  ///< Dequeues.
  std::vector<OpIndex> empty_;       ///< Dequeues that found nothing.
  std::vector<Tick> moments_;        ///< Of each of those.
  std::vector<Passage> passages_;
  std::vector<std::size_t> line_;
};

}  // namespace

std::optional<Decision> decide_queue(std::vector<OpenSpan> const& spans,
                                     std::vector<QueueAccess> const& accesses, std::size_t values) {
  return QueueOrder{spans}.decide(accesses, values);
}

}  // namespace checker::specs
