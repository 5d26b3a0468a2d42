#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/exploration/state_table.hpp"

namespace checker::exploration {

/// Where a breadth first search stands: with the visited states, all there is to it.
struct Mark {
  std::uint64_t next{0};              ///< The first state that was not expanded.
  std::vector<std::uint64_t> layers;  ///< Where each layer starts, and where the last one ends.
  std::uint64_t transitions{0};
  std::uint64_t at_rest{0};
  std::uint32_t reached{0};
};

/// `subject` says of what search it is. False if the file cannot be written; what it held before
/// is then still there.
[[nodiscard]] bool save_checkpoint(std::string const& path, std::uint64_t subject,
                                   StateTable const& table, Mark const& mark);

/// Replaces table and mark. False, and nothing replaced, if the file cannot be read, is damaged,
/// has another subject, holds states of another length or others than those in the table, as far as
/// both go, or more than the table may take.
[[nodiscard]] bool load_checkpoint(std::string const& path, std::uint64_t subject,
                                   StateTable& table, Mark& mark);

}  // namespace checker::exploration
