#pragma once

#include <atomic>
#include <string_view>

namespace impl {

enum class LogLevel { debug, info, warn, error, off };

/// The service's log: one line of key=value pairs per event, on standard error.
/// info: every write, retry and connection; warn: an operation that did not answer; error: a
/// defect. Any thread.
void set_log_level(LogLevel level);

namespace detail {
extern std::atomic<LogLevel> log_threshold;  // warn until set_log_level().
}

/// Ask before composing a line, so that a line nobody wants costs one load.
[[nodiscard]] inline bool log_enabled(LogLevel level) {
  return level >= detail::log_threshold.load(std::memory_order_relaxed);
}

/// Writes `line` if its level is enabled.
void log(LogLevel level, std::string_view line);

}  // namespace impl
