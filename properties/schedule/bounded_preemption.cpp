#include <algorithm>
#include <vector>

#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {
namespace {

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

}  // namespace

std::unique_ptr<Strategy> bounded_preemption(std::uint64_t seed, Outlook outlook, int bound) {
  return std::make_unique<BoundedPreemption>(seed, outlook, bound);
}

}  // namespace properties::schedule
