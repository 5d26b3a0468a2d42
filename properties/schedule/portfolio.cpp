#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {

std::unique_ptr<Strategy> portfolio(std::uint64_t seed, Outlook outlook) {
  Rng rng{derive_seed(seed, 5, 0)};
  auto const own = rng.next();
  switch (rng.below(8)) {
    case 0:
    case 1:
    case 2:
      return weighted_walk(own);
    case 3:
    case 4:
      return random_walk(own);
    case 5:
      return partial_order_sampling(own);
    case 6:
      return priorities(own, outlook, 3);
    default:
      return bounded_preemption(own, outlook, 2);
  }
}

}  // namespace properties::schedule
