#pragma once

#include <filesystem>
#include <string>

namespace properties::tests {

/// A trace written by hand, without a run: the mutant `unblock_restores` fails in it, and two of
/// its actions have nothing to do with that.
[[nodiscard]] std::string hand_written_trace();

/// The same, boiled down by relcheck: a trace with a run, that replays. Empty on failure.
[[nodiscard]] std::filesystem::path make_recorded_trace(std::filesystem::path const& folder);

/// `text` with the first `from` replaced, which must be there.
[[nodiscard]] std::string with(std::string text, std::string const& from, std::string const& to);

}  // namespace properties::tests
