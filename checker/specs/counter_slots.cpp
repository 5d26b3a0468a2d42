#include "checker/specs/counter_slots.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace checker::specs {
namespace {

using Accesses = std::vector<CounterAccess>;

/// An operation whose answer tells the number of additions up to and with it.
struct Placed {
  std::size_t slot;
  OpIndex op;
};

/// What is known of the order of operations, before the free additions are placed.
struct Slots {
  std::vector<Placed> additions;
  std::vector<Placed> reads;
  std::vector<OpIndex> free;
  /// Unanswered additions that are not among the free.
  bool left_some_out = false;
};

/// Whether slots can be told, and if so, which, or that some answer cannot be.
struct Reading {
  enum class Kind { known, impossible, unclear };
  Kind kind = Kind::unclear;
  Slots slots;
};

std::uint64_t magnitude(std::int64_t number) {
  auto const bits = static_cast<std::uint64_t>(number);
  return number < 0 ? 0 - bits : bits;
}

/// How many times `amount` a total is; nothing if it is no multiple, or more than `most` times it.
std::optional<std::size_t> multiple(std::int64_t total, std::int64_t amount, std::size_t most) {
  if (total != 0 && (total < 0) != (amount < 0)) return std::nullopt;
  auto const times = magnitude(total) / magnitude(amount);
  if (magnitude(total) % magnitude(amount) != 0 || times > most) return std::nullopt;
  return static_cast<std::size_t>(times);
}

Reading read_equal_amounts(Accesses const& accesses, std::int64_t amount) {
  Reading reading{Reading::Kind::impossible, {}};
  for (OpIndex op = 0; op < accesses.size(); ++op) {
    auto const& access = accesses[op];
    if (!access.total) {
      reading.slots.free.push_back(op);
      continue;
    }
    auto const slot = multiple(*access.total, amount, accesses.size());
    if (!slot || (access.amount != 0 && *slot == 0)) return reading;
    (access.amount != 0 ? reading.slots.additions : reading.slots.reads).push_back({*slot, op});
  }
  reading.kind = Reading::Kind::known;
  return reading;
}

/// All amounts are positive, so that answered additions come in the order of their totals.
Reading read_totals(std::vector<OpenSpan> const& spans, Accesses const& accesses) {
  Reading reading;
  std::vector<std::pair<std::int64_t, OpIndex>> by_total;
  for (OpIndex op = 0; op < accesses.size(); ++op) {
    auto const& access = accesses[op];
    if (access.amount == 0) continue;
    if (access.total) by_total.emplace_back(*access.total, op);
    if (!access.total && spans[op].determinate()) return reading;
    // After a whole chain of totals it need not have happened.
    if (!access.total) reading.slots.left_some_out = true;
  }
  std::sort(by_total.begin(), by_total.end());
  reading.kind = Reading::Kind::impossible;
  std::vector<std::int64_t> totals{0};
  for (auto const& [total, op] : by_total) {
    auto const amount = accesses[op].amount;
    if (total < amount || total - amount != totals.back()) return reading;
    reading.slots.additions.push_back({totals.size(), op});
    totals.push_back(total);
  }
  for (OpIndex op = 0; op < accesses.size(); ++op) {
    if (accesses[op].amount != 0) continue;
    auto const found = std::lower_bound(totals.begin(), totals.end(), *accesses[op].total);
    if (found == totals.end() || *found != *accesses[op].total) return reading;
    reading.slots.reads.push_back({static_cast<std::size_t>(found - totals.begin()), op});
  }
  reading.kind = Reading::Kind::known;
  return reading;
}

Reading read(std::vector<OpenSpan> const& spans, Accesses const& accesses) {
  std::int64_t amount = 0;
  bool equal = true;
  bool positive = true;
  for (auto const& access : accesses) {
    if (access.amount == 0 && !access.total) return {};  // An addition of nothing.
    if (access.amount == 0) continue;
    equal = equal && (amount == 0 || access.amount == amount);
    positive = positive && access.amount > 0;
    amount = access.amount;
  }
  if (equal) return read_equal_amounts(accesses, amount == 0 ? 1 : amount);
  return positive ? read_totals(spans, accesses) : Reading{};
}

/// The slots, from 1 to the last one seen, with what is known to be in them, and their bounds.
class Row {
 public:
  Row(std::vector<OpenSpan> const& spans, Slots const& slots) : spans_{spans}, free_{slots.free} {
    for (auto const* placed : {&slots.additions, &slots.reads}) {
      for (auto const& [slot, op] : *placed) last_ = std::max(last_, slot);
    }
    // A slot more than there are additions cannot be filled, however many there are.
    possible_ = last_ <= slots.additions.size() + free_.size();
    if (!possible_) return;
    in_.resize(last_ + 1);
    reads_after_.resize(last_ + 1);
    release_.assign(last_ + 2, std::numeric_limits<Tick>::min());
    deadline_.assign(last_ + 2, OpenSpan::kNever);
    for (auto const& [slot, op] : slots.additions) {
      if (in_[slot]) possible_ = false;
      in_[slot] = op;
      bound(slot, op);
    }
    for (auto const& [slot, op] : slots.reads) {
      reads_after_[slot].push_back(op);
      bound(slot, op);
    }
    for (auto slot = last_ + 1; slot > 0; --slot) {
      deadline_[slot - 1] = std::min(deadline_[slot - 1], deadline_[slot]);
    }
    for (std::size_t slot = 1; slot < release_.size(); ++slot) {
      release_[slot] = std::max(release_[slot], release_[slot - 1]);
    }
  }

  [[nodiscard]] Decision decide() {
    if (!possible_ || !keeps_order() || !fill()) return {};
    return {true, witness()};
  }

 private:
  void bound(std::size_t slot, OpIndex op) {
    release_[slot + 1] = std::max(release_[slot + 1], spans_[op].call);
    deadline_[slot] = std::min(deadline_[slot], spans_[op].ret);
  }

  /// Whether nothing that tells its place returned before something was called that comes earlier.
  [[nodiscard]] bool keeps_order() const {
    for (std::size_t slot = 0; slot <= last_; ++slot) {
      auto const& own = in_[slot];
      if (own && spans_[*own].ret < release_[slot]) return false;
      auto const earliest = own ? std::max(release_[slot], spans_[*own].call) : release_[slot];
      for (auto const read : reads_after_[slot]) {
        if (spans_[read].ret < earliest) return false;
      }
    }
    return true;
  }

  /// Fills every slot and uses every addition that must be, if that is possible.
  [[nodiscard]] bool fill() {
    by_call(free_);
    auto const returns_later = [&](OpIndex a, OpIndex b) {
      return std::pair{spans_[a].ret, a} > std::pair{spans_[b].ret, b};
    };
    std::priority_queue<OpIndex, std::vector<OpIndex>, decltype(returns_later)> fitting{
        returns_later};
    auto next = free_.begin();
    for (std::size_t slot = 1; slot <= last_; ++slot) {
      if (in_[slot]) continue;
      for (; next != free_.end() && spans_[*next].call <= deadline_[slot]; ++next) {
        fitting.push(*next);
      }
      if (fitting.empty() || spans_[fitting.top()].ret < release_[slot]) return false;
      in_[slot] = fitting.top();
      fitting.pop();
    }
    for (; !fitting.empty(); fitting.pop()) keep(fitting.top());
    std::for_each(next, free_.end(), [&](OpIndex op) { keep(op); });
    by_call(unused_);
    return std::all_of(unused_.begin(), unused_.end(),
                       [&](OpIndex op) { return spans_[op].ret >= release_[last_ + 1]; });
  }

  void keep(OpIndex op) {
    if (spans_[op].determinate()) unused_.push_back(op);
  }

  void by_call(std::vector<OpIndex>& ops) const {
    std::stable_sort(ops.begin(), ops.end(),
                     [&](OpIndex a, OpIndex b) { return spans_[a].call < spans_[b].call; });
  }

  [[nodiscard]] std::vector<OpIndex> witness() {
    std::vector<OpIndex> order;
    for (std::size_t slot = 0; slot <= last_; ++slot) {
      if (in_[slot]) order.push_back(*in_[slot]);
      by_call(reads_after_[slot]);
      order.insert(order.end(), reads_after_[slot].begin(), reads_after_[slot].end());
    }
    order.insert(order.end(), unused_.begin(), unused_.end());
    return order;
  }

  std::vector<OpenSpan> const& spans_;
  std::vector<OpIndex> free_;
  std::size_t last_ = 0;
  bool possible_ = true;
  std::vector<std::optional<OpIndex>> in_;
  std::vector<std::vector<OpIndex>> reads_after_;
  std::vector<Tick> release_;   ///< The latest call of all that comes before the slot.
  std::vector<Tick> deadline_;  ///< The earliest return of all that is in the slot or after it.
  std::vector<OpIndex> unused_;
};

}  // namespace

std::optional<Decision> decide_counter(std::vector<OpenSpan> const& spans,
                                       Accesses const& accesses) {
  auto const reading = read(spans, accesses);
  if (reading.kind == Reading::Kind::unclear) return std::nullopt;
  Decision decision;
  if (reading.kind == Reading::Kind::known) decision = Row{spans, reading.slots}.decide();
  // What was left out might have explained it.
  if (!decision.legal && reading.slots.left_some_out) return std::nullopt;
  return decision;
}

}  // namespace checker::specs
