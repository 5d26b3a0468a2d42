#pragma once

#include <cstddef>
#include <cstdint>

namespace checker::exploration {

/// Of an encoding; the same on every machine.
[[nodiscard]] inline std::uint64_t hash_of(std::uint64_t const* words, std::size_t count) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (std::size_t i = 0; i < count; ++i) {
    hash = (hash ^ words[i]) * 0xd6e8feb86659fd93;
    hash ^= hash >> 32;
  }
  hash *= 0xd6e8feb86659fd93;
  return hash ^ (hash >> 29);
}

}  // namespace checker::exploration
