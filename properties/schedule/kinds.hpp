#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "properties/schedule/strategy.hpp"

/// The strategies, each in a file of its own that answers one question: who next?
namespace properties::schedule {

/// Every enabled session is as likely as any other.
[[nodiscard]] std::unique_ptr<Strategy> random_walk(std::uint64_t seed);

/// Weighted by the steps left, so that every interleaving of free programs is about as likely.
[[nodiscard]] std::unique_ptr<Strategy> weighted_walk(std::uint64_t seed);

/// At most `bound` preemptions, spread evenly over the expected length of the run; who goes on
/// when a session blocks or ends is random (Musuvathi, Qadeer 2007).
[[nodiscard]] std::unique_ptr<Strategy> bounded_preemption(std::uint64_t seed, Outlook outlook,
                                                           int bound);

/// Probabilistic concurrency testing (Burckhardt and others 2010): the session of the highest
/// priority goes on; at depth - 1 random steps the running session falls below all others.
/// What goes wrong only when `depth` pairs of steps come in certain orders (a bug of that depth)
/// is met with a probability of at least 1 / (n k^(depth - 1)), for n sessions and k steps, as
/// long as k is no less than the steps that are taken.
[[nodiscard]] std::unique_ptr<Strategy> priorities(std::uint64_t seed, Outlook outlook, int depth);

/// Partial order sampling (Yuan, Yang, Gu 2018): every pending step has a random priority, the
/// highest goes on, and those that depend on it draw anew. The order of independent steps does
/// not count, so a long stretch of them hides nothing.
[[nodiscard]] std::unique_ptr<Strategy> partial_order_sampling(std::uint64_t seed);

/// How often the portfolio takes which strategy.
struct Share {
  std::string_view strategy;
  std::uint64_t weight;
};
[[nodiscard]] std::vector<Share> const& portfolio_shares();

/// One of the others, by the seed: what one is blind to another sees.
[[nodiscard]] std::unique_ptr<Strategy> portfolio(std::uint64_t seed, Outlook outlook);

}  // namespace properties::schedule
