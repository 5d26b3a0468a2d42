#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/tests/scripted.hpp"

namespace properties::bench {

/// Who takes each step, in order: indices of sessions.
using Permutation = std::vector<int>;

/// What one run of PostgreSQL's isolation tester came to.
struct TesterRun {
  double seconds{0};  ///< The whole process.
  std::size_t permutations{0};
  std::size_t waits{0};  ///< Steps that had to wait for a lock.
};

/// The specification of these scripts for the isolation tester: `setup` before each permutation,
/// and these permutations alone, for an infeasible one would hang.
[[nodiscard]] std::string isolation_spec(std::vector<std::string> const& setup,
                                         std::vector<tests::Script> const& scripts,
                                         std::vector<Permutation> const& permutations);

/// Where Debian's package has the isolation tester.
inline constexpr char const* kIsolationTester =
    "/usr/lib/postgresql/15/lib/pgxs/src/test/isolation/isolationtester";

/// Runs it on a specification. Throws std::runtime_error when it fails or reports an error.
[[nodiscard]] TesterRun run_isolation_tester(std::string const& program, std::string const& dsn,
                                             std::string const& spec);

}  // namespace properties::bench
