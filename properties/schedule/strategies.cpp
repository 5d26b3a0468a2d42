#include "properties/schedule/kinds.hpp"

namespace properties::schedule {
namespace {

template <std::unique_ptr<Strategy> (*make)(std::uint64_t)>
std::unique_ptr<Strategy> whatever_the_outlook(std::uint64_t seed, Outlook) {
  return make(seed);
}

template <int bound>
std::unique_ptr<Strategy> bounded(std::uint64_t seed, Outlook outlook) {
  return bounded_preemption(seed, outlook, bound);
}

template <int depth>
std::unique_ptr<Strategy> of_depth(std::uint64_t seed, Outlook outlook) {
  return priorities(seed, outlook, depth);
}

}  // namespace

std::vector<StrategyKind> const& all_strategies() {
  static std::vector<StrategyKind> const kinds{
      {"random", "every session that can go is equally likely", whatever_the_outlook<random_walk>},
      {"weighted", "weighted by the steps a session has left", whatever_the_outlook<weighted_walk>},
      {"preempt:1", "at most one preemption", bounded<1>},
      {"preempt:2", "at most two preemptions", bounded<2>},
      {"preempt:3", "at most three preemptions", bounded<3>},
      {"pct:2", "random priorities that change once: bugs of depth two", of_depth<2>},
      {"pct:3", "random priorities that change twice: bugs of depth three", of_depth<3>},
      {"pos", "samples orders of dependent steps", whatever_the_outlook<partial_order_sampling>},
      {"portfolio", "one of the others by the seed", portfolio},
  };
  return kinds;
}

StrategyKind const* find_strategy(std::string_view name) {
  for (auto const& kind : all_strategies()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace properties::schedule
