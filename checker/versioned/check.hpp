#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// Why a versioned history is not linearizable. `operations` are the evidence, smallest version
/// first: forget the answers of all others (a read whose answer is forgotten vanishes, a write
/// becomes indeterminate), and the history is still illegal.
struct Violation {
  enum class Reason {
    /// A write or cas says that it made version 0, or a cas one that does not follow the version
    /// it expected.
    impossible_version,
    /// A cas was refused although it found what it expected.
    refused_as_expected,
    /// Two operations say that they made the same version.
    made_twice,
    /// The operation with the larger version had returned before the other was called.
    out_of_order,
    /// A version was seen, or must have been there, before enough operations had been called that
    /// can have made it and those before it.
    made_by_nobody,
    /// Two operations tell different values of one version; or one, of version 0.
    two_values,
  };
  Reason reason{};
  std::uint32_t key{};
  std::uint32_t version{};  ///< Of the key: where the contradiction shows.
  std::vector<OperationId> operations;

  friend bool operator==(Violation const&, Violation const&) = default;
};

/// Whether a versioned history is linearizable: nothing, or the violation.
///
/// Exact, and linear but for sorting the indeterminate operations. Reported versions fix the order
/// of each key up to reads of one version (the easy case of known write order in Gibbons and
/// Korach, Testing shared memories, 1997), so it remains to compare that order with real time. A
/// version that nobody acknowledged is a gap that some indeterminate operation must fill, called no
/// later than the first return that comes after the gap: a matching of points to nested intervals,
/// which the smallest-first greedy decides.
[[nodiscard]] std::optional<Violation> find_violation(History const& history);

/// The same without the evidence.
[[nodiscard]] bool is_legal(History const& history);

/// An order that explains a history without violation; operations that need not have happened are
/// not in it.
[[nodiscard]] std::vector<OperationId> find_witness(History const& history);

}  // namespace checker::versioned
