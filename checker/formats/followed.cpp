#include "checker/formats/followed.hpp"

#include <fmt/format.h>

namespace checker::formats {

std::optional<Complaint> Followed::set_up(JsonHeader const&) { return std::nullopt; }

Followed::Taken Followed::take(JsonEvent const& event, std::size_t line) {
  if (auto complaint = wrong_time(event.time)) return {std::move(complaint), {}};
  bool const later = event.time && (!timed_ || *event.time > time_);
  timed_ = event.time.has_value();
  time_ = event.time.value_or(0);
  if (later) {
    if (auto fault = apply_ends(); !fault.empty()) return {{}, std::move(fault)};
  }
  bool const is_call = event.type == JsonEvent::Type::invoke;
  auto complaint = is_call ? call(event) : end(event, line);
  if (complaint) return {std::move(complaint), {}};
  operations_ += is_call ? 1 : 0;
  if (*timed_) return {};
  return {{}, apply_ends()};
}

std::optional<Complaint> Followed::wrong_time(std::optional<std::int64_t> time) const {
  if (!timed_) return std::nullopt;
  if (*timed_ != time.has_value()) {
    return Complaint{time ? "an event with \"time\"" : "an event without \"time\"",
                     "a time on every event or on none"};
  }
  if (!time || *time >= time_) return std::nullopt;
  return Complaint{fmt::format("time {} after time {}", *time, time_),
                   "events in the order of time; a finished file can be checked without --follow"};
}

Complaint still_open() {
  return {"a call by a process whose call is still open",
          "its end first; a process that gives up waiting goes on under another name"};
}

}  // namespace checker::formats
