#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "properties/trace/run.hpp"

namespace properties::gen {

/// How often each outcome came up: "follow CHANGED ACTIVE", "accept REJECTED not_pending",
/// "can_read content_token DENY fallback_truth", "deliver stale", …
class Coverage {
 public:
  void count(trace::Run const& run);
  void merge(Coverage const& other);

  [[nodiscard]] std::map<std::string, std::int64_t> const& counts() const { return counts_; }
  /// Outcomes that can be reached and were not.
  [[nodiscard]] std::vector<std::string> missing() const;
  [[nodiscard]] std::int64_t total() const { return total_; }

 private:
  std::map<std::string, std::int64_t> counts_;
  std::int64_t total_{0};
};

/// Every outcome that the generated scenarios reach often: the lines of the requirements' table,
/// and what reads and deliveries can answer. Left out are rare ones, such as a follower's read
/// while the view is rebuilt.
[[nodiscard]] std::vector<std::string> const& reachable_outcomes();

}  // namespace properties::gen
