#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "checker/versioned/stream.hpp"

namespace checker::tests {

/// A call or a return of a versioned history.
struct VersionedEvent {
  Tick tick{};
  bool is_return{};
  OperationId id{};
  friend auto operator<=>(VersionedEvent const&, VersionedEvent const&) = default;
};

/// In the order of time, at one tick calls first.
[[nodiscard]] inline std::vector<VersionedEvent> events_of(versioned::History const& history) {
  std::vector<VersionedEvent> events;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    events.push_back({operation.call, false, id});
    if (operation.returned()) events.push_back({operation.ret, true, id});
  }
  std::sort(events.begin(), events.end());
  return events;
}

/// What was known of a history after its first `length` events.
[[nodiscard]] inline versioned::History prefix_of(versioned::History const& history,
                                                  std::vector<VersionedEvent> const& events,
                                                  std::size_t length) {
  versioned::History prefix;
  std::vector<OperationId> place(history.operations.size());
  for (std::size_t i = 0; i < length; ++i) {
    auto const id = events[i].id;
    if (events[i].is_return) {
      prefix.operations[place[id]] = history.operations[id];
      continue;
    }
    place[id] = prefix.operations.size();
    auto operation = history.operations[id];
    operation.status = versioned::Status::unknown;
    operation.ret = versioned::Operation::kNever;
    operation.version = 0;
    prefix.operations.push_back(operation);
  }
  return prefix;
}

/// Feeds a history to a stream; the index of the event that it faulted, if any. An operation that
/// never answers is given up right after its call or at the end, by turns: both must do.
template <class AfterEvent>
[[nodiscard]] std::optional<std::size_t> feed(versioned::Stream& stream,
                                              versioned::History const& history,
                                              AfterEvent after_event) {
  std::vector<versioned::Stream::Ticket> tickets(history.operations.size());
  auto const events = events_of(history);
  for (std::size_t i = 0; i < events.size(); ++i) {
    auto const id = events[i].id;
    auto const& op = history.operations[id];
    if (!events[i].is_return) {
      tickets[id] = stream.call(op.key, op.kind, op.expected);
      if (!op.returned() && id % 2 == 0) stream.lose(tickets[id]);
    } else if (stream.answer(tickets[id], op.status == versioned::Status::refused, op.version)) {
      return i;
    }
    after_event();
  }
  return std::nullopt;
}

[[nodiscard]] inline std::optional<std::size_t> first_illegal_event(
    versioned::History const& history) {
  versioned::Stream stream;
  return feed(stream, history, [] {});
}

}  // namespace checker::tests
