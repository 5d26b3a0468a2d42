#include "impl/log/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace impl {

namespace detail {
std::atomic<LogLevel> log_threshold{LogLevel::warn};
}

namespace {

/// Made at the first line. Not in spdlog's registry: the program around us may use that freely.
spdlog::logger& logger() {
  static auto const instance = [] {
    auto made =
        std::make_shared<spdlog::logger>("impl", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("ts=%Y-%m-%dT%H:%M:%S.%e%z level=%l %v");
    made->set_level(spdlog::level::trace);
    return made;
  }();
  return *instance;
}

spdlog::level::level_enum translated(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warn:
      return spdlog::level::warn;
    case LogLevel::error:
      return spdlog::level::err;
    case LogLevel::off:
      break;
  }
  return spdlog::level::off;
}

}  // namespace

void set_log_level(LogLevel level) {
  detail::log_threshold.store(level, std::memory_order_relaxed);
}

void log(LogLevel level, std::string_view line) {
  if (log_enabled(level)) {
    logger().log(translated(level), spdlog::string_view_t{line.data(), line.size()});
  }
}

}  // namespace impl
