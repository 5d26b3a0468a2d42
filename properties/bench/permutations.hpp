#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace properties::bench {

/// Every feasible order of the statements of follow(1,2) ‖ block(2,1), run by us and by
/// PostgreSQL's isolation tester, by turns, with the same reset on the same server.
struct Comparison {
  bool rows_present{false};
  std::size_t permutations{0};
  std::size_t waits_ours{0};
  std::size_t waits_tester{0};
  std::vector<double> ours;    ///< Seconds, a round each.
  std::vector<double> tester;  ///< Seconds, a round each.

  [[nodiscard]] double ours_per_second() const;
  [[nodiscard]] double tester_per_second() const;
  [[nodiscard]] double ratio() const { return ours_per_second() / tester_per_second(); }
};

/// In the worker database behind `dsn`; our side is pinned to `cpu`.
[[nodiscard]] Comparison compare(std::string const& dsn, int cpu, bool rows_present, int rounds,
                                 std::string const& tester);

}  // namespace properties::bench
