#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "properties/trace/trace.hpp"

namespace properties::trace {

/// Writes the trace as JSON of kTraceVersion: stable key order, short lines for steps, so that
/// diffs are readable. decode_trace(encode_trace(t)) == t.
[[nodiscard]] std::string encode_trace(Trace const& trace);

/// Reads a trace strictly: unknown keys, operations, steps or sessions are refused. `name` stands
/// in messages.
[[nodiscard]] std::variant<Trace, TraceError> decode_trace(std::string_view text,
                                                           std::string const& name);

[[nodiscard]] std::variant<Trace, TraceError> read_trace(std::filesystem::path const& file);

/// Writes through a temporary file in the same folder, so that no half trace is left behind.
/// The error says what is wrong (no room, no such folder); nothing else is lost.
[[nodiscard]] std::optional<TraceError> write_trace(std::filesystem::path const& file,
                                                    Trace const& trace);

}  // namespace properties::trace
