#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "checker/formats/recorder.hpp"

namespace checker::formats {

/// Dates the events of a file: by the time each tells, or, if they tell none, by their line.
class Stamps {
 public:
  /// Complains if some events tell a time and some do not.
  [[nodiscard]] std::variant<Stamp, Complaint> next(std::optional<std::int64_t> time,
                                                    std::size_t line) {
    if (timed_.value_or(time.has_value()) != time.has_value()) {
      return Complaint{time ? "an event with \"time\"" : "an event without \"time\"",
                       "a time on every event or on none"};
    }
    timed_ = time.has_value();
    return Stamp{time.value_or(static_cast<std::int64_t>(line)), static_cast<std::uint32_t>(line)};
  }

 private:
  std::optional<bool> timed_;
};

}  // namespace checker::formats
