#include "checker/versioned/filling.hpp"

#include <algorithm>
#include <map>

namespace checker::versioned {
namespace {

constexpr OperationId kUnfilled = ~OperationId{0};

/// Fills the gaps of one key, kind of gap by kind of gap; each step keeps what the others need.
class Filler {
 public:
  Filler(History const& history, std::vector<Gap> const& gaps)
      : history_{history}, gaps_{gaps}, fillers_(gaps.size(), kUnfilled) {}

  /// A cas can make one version only, so nothing better can be done with it.
  void use_cas(std::vector<OperationId> const& candidates) {
    for (auto const id : candidates) {
      auto const& cas = history_.operations[id];
      if (cas.kind != Kind::cas) continue;
      auto const gap =
          std::lower_bound(gaps_.begin(), gaps_.end(), cas.expected + std::uint64_t{1},
                           [](Gap const& g, std::uint64_t version) { return g.version < version; });
      if (gap == gaps_.end() || gap->version != cas.expected + std::uint64_t{1}) continue;
      if (cas.call > gap->deadline || !fits(id, *gap)) continue;
      fillers_[static_cast<std::size_t>(gap - gaps_.begin())] = id;
    }
  }

  /// Takes the latest write that is in time, since an early one may serve any other gap as well.
  void use_writes_of_seen_values(std::vector<OperationId>& writes) {
    std::map<std::int64_t, std::vector<OperationId>> by_value;
    if (history_.values.empty()) return;
    for (auto const id : writes) by_value[history_.values[id]].push_back(id);
    std::map<std::int64_t, std::vector<OperationId>> in_time;
    std::map<std::int64_t, std::size_t> next;
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      if (fillers_[i] != kUnfilled || gaps_[i].value == kNoValue) continue;
      auto const& all = by_value[gaps_[i].value];
      auto& ready = in_time[gaps_[i].value];
      for (auto& n = next[gaps_[i].value]; n < all.size() && timely(all[n], gaps_[i]); ++n) {
        ready.push_back(all[n]);
      }
      if (ready.empty()) continue;
      fillers_[i] = ready.back();
      ready.pop_back();
    }
    auto used = fillers_;
    std::sort(used.begin(), used.end());
    std::erase_if(writes,
                  [&](OperationId id) { return std::binary_search(used.begin(), used.end(), id); });
  }

  void use_other_writes(std::vector<OperationId> const& writes) {
    auto write = writes.begin();
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      if (fillers_[i] != kUnfilled || gaps_[i].value != kNoValue) continue;
      if (write == writes.end() || !timely(*write, gaps_[i])) return;
      fillers_[i] = *write++;
    }
  }

  [[nodiscard]] Filling result() && {
    auto const unfilled = std::find(fillers_.begin(), fillers_.end(), kUnfilled);
    if (unfilled == fillers_.end()) return {std::move(fillers_), std::nullopt};
    auto const index = static_cast<std::size_t>(unfilled - fillers_.begin());
    fillers_.resize(index);
    return {std::move(fillers_), index};
  }

 private:
  [[nodiscard]] bool timely(OperationId id, Gap const& gap) const {
    return history_.operations[id].call <= gap.deadline;
  }
  [[nodiscard]] bool fits(OperationId id, Gap const& gap) const {
    return gap.value == kNoValue || history_.values[id] == gap.value;
  }

  History const& history_;
  std::vector<Gap> const& gaps_;
  std::vector<OperationId> fillers_;
};

}  // namespace

Filling fill_gaps(History const& history, std::vector<Gap> const& gaps,
                  std::vector<OperationId> const& candidates) {
  Filler filler{history, gaps};
  filler.use_cas(candidates);
  std::vector<OperationId> writes;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(writes),
               [&](OperationId id) { return history.operations[id].kind == Kind::write; });
  std::sort(writes.begin(), writes.end(), [&](OperationId a, OperationId b) {
    auto const call_a = history.operations[a].call;
    auto const call_b = history.operations[b].call;
    return call_a != call_b ? call_a < call_b : a < b;
  });
  filler.use_writes_of_seen_values(writes);
  filler.use_other_writes(writes);
  return std::move(filler).result();
}

}  // namespace checker::versioned
