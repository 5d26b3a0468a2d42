#include "impl/postgres/random_backoff.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace impl::postgres {

namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

/// SplitMix64's output function: every bit of the counter reaches every bit of the result.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

std::chrono::microseconds RandomBackoff::draw(int attempt) {
  auto const doublings = std::clamp(attempt - 1, 0, 20);
  auto const longest = std::min(limit_, base_ * (std::int64_t{1} << doublings));
  auto const half = static_cast<std::uint64_t>(longest.count() / 2);
  auto const random = mixed(state_.fetch_add(kGolden, std::memory_order_relaxed) + kGolden);
  return longest - std::chrono::microseconds{static_cast<std::int64_t>(random % (half + 1))};
}

void RandomBackoff::wait(int attempt) {
  auto const pause = draw(attempt);
  auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(pause);
  timespec left{seconds.count(), std::chrono::nanoseconds{pause - seconds}.count()};
  while (::nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

}  // namespace impl::postgres
