#pragma once

#include <cstdint>

namespace properties::schedule {

/// SplitMix64 (Steele, Lea, Flood 2014): the same stream on every machine.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_{seed} {}

  [[nodiscard]] std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  /// Uniform in [0, bound), bound > 0. (Multiply-shift; the bias is below 2^-32.)
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    return ((next() >> 32U) * bound) >> 32U;
  }
  [[nodiscard]] bool chance(std::uint64_t part, std::uint64_t of) { return below(of) < part; }

 private:
  std::uint64_t state_;
};

/// A seed of its own for every (campaign, purpose, number): streams never scramble each other.
[[nodiscard]] inline std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t purpose,
                                               std::uint64_t number) {
  Rng rng{seed ^ (purpose * 0xd1342543de82ef95ULL)};
  return Rng{rng.next() + number * 0x9e3779b97f4a7c15ULL}.next();
}

}  // namespace properties::schedule
