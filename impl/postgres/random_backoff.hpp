#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "impl/ports/backoff.hpp"

namespace impl::postgres {

/// Sleeps between half and all of base · 2^(attempt - 1), at most `limit`: two transactions that
/// met once do not meet again at the same step. Any thread.
class RandomBackoff : public Backoff {
 public:
  /// `seed` should differ between processes.
  explicit RandomBackoff(std::uint64_t seed,
                         std::chrono::microseconds base = std::chrono::milliseconds{2},
                         std::chrono::microseconds limit = std::chrono::milliseconds{100})
      : state_{seed}, base_{base}, limit_{limit} {}

  void wait(int attempt) override;
  /// The next wait, without waiting.
  [[nodiscard]] std::chrono::microseconds draw(int attempt);

 private:
  std::atomic<std::uint64_t> state_;
  std::chrono::microseconds base_;
  std::chrono::microseconds limit_;
};

}  // namespace impl::postgres
