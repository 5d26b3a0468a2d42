#pragma once

#include <cstdint>

#include "impl/domain/ids.hpp"

namespace impl {

/// What a consumer did with one delivery (P2).
enum class ApplyVerdict { applied, stale, dup };

/// Differences between the projection and the truth (P6), read in one snapshot.
struct ProjectionDiff {
  std::int64_t resurrected{0};   ///< ACTIVE in the projection, not in the truth.
  std::int64_t missing{0};       ///< ACTIVE in the truth, not in the projection.
  std::int64_t wrong_counts{0};  ///< Followees whose count differs.
  Seq watermark;
  Seq last;
  /// Nothing differs, and every event has been consumed: the numbers mean what they say.
  [[nodiscard]] bool clean() const {
    return resurrected == 0 && missing == 0 && wrong_counts == 0 && watermark == last;
  }
  friend bool operator==(ProjectionDiff const&, ProjectionDiff const&) = default;
};

}  // namespace impl
