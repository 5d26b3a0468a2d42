#pragma once

#include <cstdint>
#include <vector>

#include "properties/schedule/rng.hpp"
#include "properties/trace/scenario.hpp"

/// The larger inputs of the delivery cases. Functions of their generator's state alone.
namespace properties::cases {

/// Pairs that each follow and unfollow in turn, two to four times, all mixed. Nothing stands in
/// their way, so the n-th action writes event n.
struct BusyPairs {
  std::vector<trace::Account> accounts;
  std::vector<trace::Action> actions;
  [[nodiscard]] std::int64_t events() const { return static_cast<std::int64_t>(actions.size()); }
};
[[nodiscard]] BusyPairs busy_pairs(int pairs, schedule::Rng& rng);

/// Events 1…`events` in random order, and three of ten of them twice.
[[nodiscard]] std::vector<std::int64_t> deliveries(std::int64_t events, schedule::Rng& rng);

/// Deals the deliveries out to so many consumers in turn.
[[nodiscard]] std::vector<trace::Session> consumers(std::vector<std::int64_t> const& seqs,
                                                    int count);

}  // namespace properties::cases
