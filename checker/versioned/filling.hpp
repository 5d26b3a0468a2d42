#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// A version that nobody acknowledged, though a later one, or itself, was seen.
struct Gap {
  std::uint32_t version{};
  Tick deadline{};                ///< The first return that comes after it.
  std::int64_t value = kNoValue;  ///< What those who saw it say it held.
};

/// The indeterminate operations that fill the gaps of a key.
struct Filling {
  std::vector<OperationId> fillers;     ///< One for each gap, up to the unfilled one.
  std::optional<std::size_t> unfilled;  ///< The first gap that cannot be filled, if any.
};

/// Which operation made a version that nobody acknowledged.
struct Filled {
  std::uint32_t version{};
  OperationId id{};
};

/// For a legal history: a way to fill the gaps of all its keys.
[[nodiscard]] std::vector<Filled> fill_all_gaps(History const& history);

/// Gives each gap its own indeterminate operation, called no later than the gap's deadline: a cas
/// only the version after the one it expects, and of the value that was seen, if it was.
/// `gaps` are by version, so that deadlines ascend; `candidates` are operations that may have made
/// a version of this key.
[[nodiscard]] Filling fill_gaps(History const& history, std::vector<Gap> const& gaps,
                                std::vector<OperationId> const& candidates);

}  // namespace checker::versioned
