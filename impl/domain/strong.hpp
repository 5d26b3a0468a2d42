#pragma once

#include <compare>
#include <cstdint>

namespace impl {

/// An integer that knows what it counts. Nothing converts silently.
template <class Tag>
class Strong {
 public:
  constexpr Strong() = default;
  constexpr explicit Strong(std::int64_t value) : value_{value} {}
  [[nodiscard]] constexpr std::int64_t value() const { return value_; }
  [[nodiscard]] constexpr Strong next() const { return Strong{value_ + 1}; }
  friend constexpr auto operator<=>(Strong const&, Strong const&) = default;

 private:
  std::int64_t value_{0};
};

}  // namespace impl
