#include "properties/cases/workload.hpp"

#include <fmt/format.h>

#include <utility>

#include "properties/cases/actions.hpp"

namespace properties::cases {
namespace {

constexpr int kFollowersEach = 10;
constexpr int kFirstFollower = 1001;

/// Fisher and Yates.
template <class T>
void shuffle(std::vector<T>& values, schedule::Rng& rng) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
}

}  // namespace

BusyPairs busy_pairs(int pairs, schedule::Rng& rng) {
  BusyPairs busy;
  int const followees = (pairs + kFollowersEach - 1) / kFollowersEach;
  for (int i = 0; i < kFollowersEach; ++i) busy.accounts.push_back(account(kFirstFollower + i));
  for (int i = 1; i <= followees; ++i) busy.accounts.push_back(account(i));
  std::vector<std::uint64_t> left;
  for (int i = 0; i < pairs; ++i) left.push_back(2 + rng.below(3));
  for (int round = 0; round < 4; ++round) {
    std::vector<trace::Action> turn;
    for (int i = 0; i < pairs; ++i) {
      if (left[static_cast<std::size_t>(i)]-- == 0) {
        left[static_cast<std::size_t>(i)] = 0;
        continue;
      }
      int const follower = kFirstFollower + i % kFollowersEach;
      int const followee = 1 + i / kFollowersEach;
      turn.push_back(round % 2 == 0 ? follow(follower, followee) : unfollow(follower, followee));
    }
    shuffle(turn, rng);
    busy.actions.insert(busy.actions.end(), turn.begin(), turn.end());
  }
  return busy;
}

std::vector<std::int64_t> deliveries(std::int64_t events, schedule::Rng& rng) {
  std::vector<std::int64_t> seqs;
  for (std::int64_t seq = 1; seq <= events; ++seq) {
    seqs.push_back(seq);
    if (rng.chance(3, 10)) seqs.push_back(seq);
  }
  shuffle(seqs, rng);
  return seqs;
}

std::vector<trace::Session> consumers(std::vector<std::int64_t> const& seqs, int count) {
  std::vector<trace::Session> sessions;
  for (int i = 0; i < count; ++i) sessions.push_back({fmt::format("consumer{}", i + 1), {}});
  for (std::size_t i = 0; i < seqs.size(); ++i) {
    sessions[i % sessions.size()].actions.push_back(deliver(seqs[i]));
  }
  return sessions;
}

}  // namespace properties::cases
