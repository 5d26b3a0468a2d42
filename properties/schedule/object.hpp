#pragma once

#include <compare>
#include <cstdint>

namespace properties::schedule {

/// What a step is about: the ids among its parameters. Which rows they name depends on the step
/// (dependence.hpp says it): a pair for lock_pair, a seq for mark_seen, nothing for commit.
struct Object {
  std::int64_t a{0};
  std::int64_t b{0};
  std::int64_t seq{0};
  friend auto operator<=>(Object const&, Object const&) = default;
};

}  // namespace properties::schedule
