#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {
namespace {

class RandomWalk : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : rng_{seed} {}
  int choose(Choice const& choice) override {
    return choice.enabled[rng_.below(choice.enabled.size())].session;
  }

 private:
  Rng rng_;
};

}  // namespace

std::unique_ptr<Strategy> random_walk(std::uint64_t seed) {
  return std::make_unique<RandomWalk>(seed);
}

}  // namespace properties::schedule
