#include "checker/specs/unique_writes.hpp"

#include <algorithm>
#include <limits>

namespace checker::specs {
namespace {

/// A write and the reads of its value.
struct Cluster {
  Tick first_return = OpenSpan::kNever;
  Tick last_call = std::numeric_limits<Tick>::min();
  std::optional<OpIndex> write;
  std::vector<OpIndex> reads;

  void add(OpenSpan const& span) {
    first_return = std::min(first_return, span.ret);
    last_call = std::max(last_call, span.call);
  }
  [[nodiscard]] bool forward() const { return first_return < last_call; }
  [[nodiscard]] Tick begin() const { return std::min(first_return, last_call); }
  [[nodiscard]] bool must_precede(Cluster const& other) const {
    return first_return < other.last_call;
  }
};

/// Whether nobody read a value before its write was called, or one that was never written.
bool reads_follow_write(Cluster const& cluster, std::vector<OpenSpan> const& spans,
                        bool is_initial) {
  if (is_initial || cluster.reads.empty()) return true;
  if (!cluster.write) return false;
  return std::all_of(cluster.reads.begin(), cluster.reads.end(),
                     [&](OpIndex read) { return spans[read].ret >= spans[*cluster.write].call; });
}

/// In an order that is right if any is: by where clusters begin, those without a core first.
void sort_by_begin(std::vector<Cluster const*>& clusters) {
  std::stable_sort(clusters.begin(), clusters.end(), [](Cluster const* a, Cluster const* b) {
    if (a->begin() != b->begin()) return a->begin() < b->begin();
    return !a->forward() && b->forward();
  });
}

/// In such an order a cluster conflicts, if with any before it, with the last forward one of them.
bool some_conflict(std::vector<Cluster const*> const& sorted) {
  Cluster const* last_forward = nullptr;
  for (auto const* cluster : sorted) {
    bool const conflict = last_forward != nullptr && cluster->must_precede(*last_forward) &&
                          last_forward->must_precede(*cluster);
    if (conflict) return true;
    if (cluster->forward()) last_forward = cluster;
  }
  return false;
}

}  // namespace

std::optional<Decision> decide_unique_writes(std::vector<OpenSpan> const& spans,
                                             std::vector<RegisterAccess> const& accesses,
                                             std::size_t values, std::size_t initial) {
  std::vector<Cluster> clusters(values);
  for (OpIndex op = 0; op < accesses.size(); ++op) {
    auto& cluster = clusters[accesses[op].value];
    if (!accesses[op].writes) {
      cluster.reads.push_back(op);
      continue;
    }
    if (cluster.write || accesses[op].value == initial) return std::nullopt;
    cluster.write = op;
  }
  std::vector<Cluster const*> needed;
  for (auto& cluster : clusters) {
    bool const is_initial = &cluster == &clusters[initial];
    if (!reads_follow_write(cluster, spans, is_initial)) return Decision{false, {}};
    // A write that nobody answered or read need not have happened.
    bool const happened = cluster.write && spans[*cluster.write].determinate();
    if (!happened && cluster.reads.empty()) continue;
    // The initial value was there before all else.
    if (is_initial) cluster.first_return = std::numeric_limits<Tick>::min();
    if (cluster.write) cluster.add(spans[*cluster.write]);
    for (auto const read : cluster.reads) cluster.add(spans[read]);
    needed.push_back(&cluster);
  }
  sort_by_begin(needed);
  if (some_conflict(needed)) return Decision{false, {}};
  Decision decision{true, {}};
  for (auto const* cluster : needed) {
    if (cluster->write) decision.order.push_back(*cluster->write);
    auto reads = cluster->reads;
    std::stable_sort(reads.begin(), reads.end(),
                     [&](OpIndex a, OpIndex b) { return spans[a].call < spans[b].call; });
    decision.order.insert(decision.order.end(), reads.begin(), reads.end());
  }
  return decision;
}

}  // namespace checker::specs
