#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {

std::vector<Share> const& portfolio_shares() {
  static std::vector<Share> const shares{
      {"random", 3}, {"preempt:3", 2}, {"weighted", 1}, {"preempt:2", 1}, {"pos", 1}};
  return shares;
}

std::unique_ptr<Strategy> portfolio(std::uint64_t seed, Outlook outlook) {
  Rng rng{derive_seed(seed, 5, 0)};
  auto const own = rng.next();
  std::uint64_t all = 0;
  for (auto const& share : portfolio_shares()) all += share.weight;
  auto drawn = rng.below(all);
  auto const* share = portfolio_shares().data();
  for (; drawn >= share->weight; ++share) drawn -= share->weight;
  return find_strategy(share->strategy)->make(own, outlook);
}

}  // namespace properties::schedule
