#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace checker {

/// How much a search may do before it gives up.
struct Budget {
  /// Configurations to visit, for each part of a partitioned history. The same on every machine.
  std::uint64_t configurations = 10'000'000;
  /// Bytes the search may hold; zero is no limit. Reaching it throws ResourcesExhausted.
  std::uint64_t memory_bytes = 0;
  /// Set from outside (a timer, a signal) to stop the search, which then throws ResourcesExhausted.
  std::atomic<bool> const* stop = nullptr;
};

/// The machine gave out (memory, time), not the history: says nothing about its legality.
class ResourcesExhausted : public std::runtime_error {
 public:
  explicit ResourcesExhausted(std::string const& what) : std::runtime_error{what} {}
};

}  // namespace checker
