#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "properties/trace/run.hpp"

namespace properties::explore {

/// Where a run stands between two steps, with all left out that seldom matters for what comes.
struct AbstractState {
  struct Stand {
    std::optional<trace::Point> last;  ///< The last step; none yet at the start.
    bool waits{false};
    std::string said;  ///< What that step said: "ACTIVE v1".
    friend auto operator<=>(Stand const&, Stand const&) = default;
  };
  std::map<int, Stand> sessions;
  std::map<model::Pair, model::PairRow> committed;
  friend auto operator<=>(AbstractState const&, AbstractState const&) = default;
};

/// Stops a walk: when for so many runs no session has been let go in a state in which it had not
/// been let go before, there is little left to see. Between random and exhaustive: it is no proof.
class EdgeCoverage {
 public:
  /// `patience`: runs without a new edge after which it is time to stop.
  explicit EdgeCoverage(std::int64_t patience) : patience_{patience} {}

  /// Takes in one run of the scenario.
  void saw(trace::Run const& run);
  [[nodiscard]] bool stop() const { return barren_ >= patience_; }

  [[nodiscard]] std::size_t states() const { return states_.size(); }
  [[nodiscard]] std::size_t edges() const { return edges_.size(); }
  [[nodiscard]] std::int64_t patience() const { return patience_; }

 private:
  std::int64_t patience_;
  std::int64_t barren_{0};  ///< Runs since the last new edge.
  std::map<AbstractState, int> states_;
  std::set<std::pair<int, int>> edges_;  ///< State by number, and the session that was let go.
};

}  // namespace properties::explore
