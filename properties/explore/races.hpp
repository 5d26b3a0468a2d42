#pragma once

#include <set>
#include <vector>

#include "properties/explore/execution.hpp"

namespace properties::explore {

/// Which happenings must come after which: those of one session, those that depend on each other,
/// and a delivery after the COMMIT of its event.
class Precedence {
 public:
  explicit Precedence(std::vector<Happening> const& happenings);
  [[nodiscard]] bool before(std::size_t first, std::size_t then) const {
    return before_[then][first];
  }
  /// The last happening of the same session before this one.
  [[nodiscard]] std::optional<std::size_t> previous(std::size_t at) const { return previous_[at]; }

 private:
  std::vector<std::vector<bool>> before_;
  std::vector<std::optional<std::size_t>> previous_;
};

/// Two dependent happenings that could have come the other way round. For that one of `who` has to
/// get on at `at` instead of the session that did.
struct Race {
  std::size_t at{0};
  std::set<int> who;
};

/// The races of the last of two, for the second being `then`.
[[nodiscard]] std::vector<Race> races_of(std::vector<Happening> const& happenings,
                                         Precedence const& precedence, std::size_t then);

}  // namespace properties::explore
