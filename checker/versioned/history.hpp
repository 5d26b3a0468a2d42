#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "checker/history.hpp"

namespace checker::versioned {

/// What was asked of a key. A cas names the version it expects to replace.
enum class Kind : std::uint32_t { read, write, cas };

/// How it ended. `refused`: a cas found another version than it expected, and says which.
/// `unknown`: it may take effect at any moment after its call, or never.
/// Operations that certainly did not happen are not recorded at all.
enum class Status : std::uint32_t { ok, refused, unknown };

/// One operation on one key of a service that numbers the versions of each key from 0 (untouched)
/// and tells, in every answer, which version was read or made. 32 bytes, for histories of millions.
struct Operation {
  static constexpr Tick kNever = std::numeric_limits<Tick>::max();

  Tick call{};
  Tick ret = kNever;         ///< kNever exactly if unknown.
  std::uint32_t key{};       ///< Keys are numbered densely from 0.
  std::uint32_t version{};   ///< Read, made, or found by a refused cas; 0 if unknown.
  std::uint32_t expected{};  ///< Only for cas.
  std::uint32_t client : 28 {};
  Kind kind : 2 {Kind::read};
  Status status : 2 {Status::ok};

  /// Made the version it reports.
  [[nodiscard]] bool made() const { return (kind != Kind::read) & (status == Status::ok); }
  /// May have made a version that it could not report.
  [[nodiscard]] bool may_have_made() const {
    return kind != Kind::read && status == Status::unknown;
  }
  [[nodiscard]] bool returned() const { return status != Status::unknown; }

  friend bool operator==(Operation const&, Operation const&) = default;
};
static_assert(sizeof(Operation) == 32);

/// A value that was not recorded.
inline constexpr std::int64_t kNoValue = std::numeric_limits<std::int64_t>::min();

/// All operations of a run, in any order. Their index is their OperationId.
struct History {
  std::vector<Operation> operations;
  /// Empty, or for each operation the value it read or meant to write; kNoValue for a refused cas
  /// and a read without an answer only. Equal numbers mean equal values: whoever reads a file may
  /// number texts as they come.
  std::vector<std::int64_t> values;
  /// What every key holds at version 0, if that is known.
  std::int64_t initial_value = kNoValue;
};

}  // namespace checker::versioned
