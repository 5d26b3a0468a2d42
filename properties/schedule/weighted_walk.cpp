#include <algorithm>

#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {
namespace {

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

}  // namespace

std::unique_ptr<Strategy> weighted_walk(std::uint64_t seed) {
  return std::make_unique<WeightedWalk>(seed);
}

}  // namespace properties::schedule
