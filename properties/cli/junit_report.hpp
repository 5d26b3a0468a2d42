#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "properties/campaign/summary.hpp"
#include "properties/cli/setting.hpp"

namespace properties::cli {

/// One test case a property: held, failed with the replay line, or skipped because nothing in the
/// campaign concerned it. Answers why the file could not be written.
[[nodiscard]] std::optional<Refusal> write_junit(std::filesystem::path const& file,
                                                 campaign::Summary const& summary,
                                                 std::uint64_t seed);

}  // namespace properties::cli
