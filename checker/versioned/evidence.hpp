#pragma once

#include <cstdint>
#include <vector>

#include "checker/versioned/check.hpp"
#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// The history in which only the answers of `kept` are known: other reads are gone, other writes
/// and cas are indeterminate. Of one key; the ids are those of the second member.
struct Reduced {
  History history;
  std::vector<OperationId> ids;
};
[[nodiscard]] Reduced forget_answers(History const& history, std::uint32_t key,
                                     std::vector<OperationId> const& kept);

/// A contradiction as the check meets it, before its evidence has been looked up.
struct Suspicion {
  Violation::Reason reason{};
  std::uint32_t key{};
  std::uint32_t version{};
  std::vector<OperationId> operations{};  ///< Those known to contradict; empty for the next two.
  bool made = false;                      ///< out_of_order: the maker is late, not the readers.
  Tick deadline{};                        ///< made_by_nobody: the first return after the version.
};

/// The smallest evidence for it: dropping the answer of any one more operation makes it legal.
[[nodiscard]] Violation find_evidence(History const& history, Suspicion const& suspicion);

}  // namespace checker::versioned
