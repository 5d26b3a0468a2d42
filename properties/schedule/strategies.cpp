#include <algorithm>
#include <array>
#include <map>

#include "properties/schedule/rng.hpp"
#include "properties/schedule/strategy.hpp"

namespace properties::schedule {
namespace {

/// Every enabled session is as likely as any other.
class RandomWalk : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : rng_{seed} {}
  int choose(Choice const& choice) override {
    return choice.enabled[rng_.below(choice.enabled.size())].session;
  }

 private:
  Rng rng_;
};

/// Weighted by the steps left, so that every interleaving of free programs is about as likely.
class WeightedWalk : public Strategy {
 public:
  explicit WeightedWalk(std::uint64_t seed) : rng_{seed} {}
  int choose(Choice const& choice) override {
    std::uint64_t total = 0;
    for (auto const& candidate : choice.enabled) total += weight(candidate);
    std::uint64_t draw = rng_.below(total);
    for (auto const& candidate : choice.enabled) {
      if (draw < weight(candidate)) return candidate.session;
      draw -= weight(candidate);
    }
    return choice.enabled.back().session;
  }

 private:
  static std::uint64_t weight(Candidate const& candidate) {
    return static_cast<std::uint64_t>(std::max(1, candidate.steps_left));
  }
  Rng rng_;
};

/// At most `bound` preemptions, spread evenly over the expected length of the run; who goes on
/// when a session blocks or ends is random (Musuvathi, Qadeer 2007).
class BoundedPreemption : public Strategy {
 public:
  BoundedPreemption(std::uint64_t seed, Outlook outlook, int bound)
      : rng_{seed}, left_{bound}, steps_left_{std::max(1, outlook.steps)} {}

  int choose(Choice const& choice) override {
    auto const ahead = static_cast<std::uint64_t>(std::max(1, steps_left_--));
    if (!choice.current_enabled) return any_of(choice, -1);
    if (left_ == 0 || choice.enabled.size() < 2) return choice.current;
    if (!rng_.chance(static_cast<std::uint64_t>(left_), ahead)) return choice.current;
    --left_;
    return any_of(choice, choice.current);
  }

 private:
  int any_of(Choice const& choice, int except) {
    std::vector<int> others;
    for (auto const& candidate : choice.enabled) {
      if (candidate.session != except) others.push_back(candidate.session);
    }
    return others[rng_.below(others.size())];
  }
  Rng rng_;
  int left_;
  int steps_left_;
};

class Replay : public Strategy {
 public:
  explicit Replay(trace::Schedule const& schedule) {
    for (auto const& change : schedule.switches) to_[{change.at, change.after}] = change.to;
  }
  int choose(Choice const& choice) override {
    auto const found = to_.find({choice.last, choice.after});
    if (found == to_.end()) return choice.by_default();
    auto const can_go =
        std::any_of(choice.enabled.begin(), choice.enabled.end(),
                    [&](Candidate const& candidate) { return candidate.session == found->second; });
    return can_go ? found->second : choice.by_default();
  }

 private:
  std::map<std::pair<trace::Point, bool>, int> to_;
};

template <int bound>
std::unique_ptr<Strategy> make_bounded(std::uint64_t seed, Outlook outlook) {
  return std::make_unique<BoundedPreemption>(seed, outlook, bound);
}

}  // namespace

std::vector<StrategyKind> const& all_strategies() {
  static std::vector<StrategyKind> const kinds{
      {"random", "every session that can go is equally likely",
       [](std::uint64_t seed, Outlook) -> std::unique_ptr<Strategy> {
         return std::make_unique<RandomWalk>(seed);
       }},
      {"weighted", "weighted by the steps a session has left",
       [](std::uint64_t seed, Outlook) -> std::unique_ptr<Strategy> {
         return std::make_unique<WeightedWalk>(seed);
       }},
      {"preempt:1", "at most one preemption", make_bounded<1>},
      {"preempt:2", "at most two preemptions", make_bounded<2>},
      {"preempt:3", "at most three preemptions", make_bounded<3>},
  };
  return kinds;
}

StrategyKind const* find_strategy(std::string_view name) {
  for (auto const& kind : all_strategies()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::unique_ptr<Strategy> replay_of(trace::Schedule const& schedule) {
  return std::make_unique<Replay>(schedule);
}

}  // namespace properties::schedule
