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

/// What an operation reads or means to write. That of a refused cas is not recorded: any will do,
/// for it made nothing.
[[nodiscard]] inline std::int64_t written(versioned::History const& history, OperationId id) {
  if (history.values.empty()) return versioned::kNoValue;
  bool const refused = history.operations[id].status == versioned::Status::refused;
  return refused ? 0 : history.values[id];
}

/// What was known of a history after its first `length` events.
[[nodiscard]] inline versioned::History prefix_of(versioned::History const& history,
                                                  std::vector<VersionedEvent> const& events,
                                                  std::size_t length) {
  versioned::History prefix;
  prefix.initial_value = history.initial_value;
  std::vector<OperationId> place(history.operations.size());
  for (std::size_t i = 0; i < length; ++i) {
    auto const id = events[i].id;
    bool const tells = !history.values.empty();
    if (events[i].is_return) {
      prefix.operations[place[id]] = history.operations[id];
      if (tells) prefix.values[place[id]] = history.values[id];
      continue;
    }
    place[id] = prefix.operations.size();
    auto operation = history.operations[id];
    operation.status = versioned::Status::unknown;
    operation.ret = versioned::Operation::kNever;
    operation.version = 0;
    prefix.operations.push_back(operation);
    if (tells) {
      bool const reads = operation.kind == versioned::Kind::read;
      prefix.values.push_back(reads ? versioned::kNoValue : written(history, id));
    }
  }
  return prefix;
}

/// What becomes of operations that never answer: they are all given up right after their calls, or
/// half of them are left open.
enum class Unanswered { lost, half_open };

/// Feeds a history to a stream; the index of the event that it faulted, if any.
template <class AfterEvent>
[[nodiscard]] std::optional<std::size_t> feed(versioned::Stream& stream,
                                              versioned::History const& history,
                                              AfterEvent after_event,
                                              Unanswered unanswered = Unanswered::half_open) {
  std::vector<versioned::Stream::Ticket> tickets(history.operations.size());
  auto const events = events_of(history);
  for (std::size_t i = 0; i < events.size(); ++i) {
    auto const id = events[i].id;
    auto const& op = history.operations[id];
    if (!events[i].is_return) {
      bool const reads = op.kind == versioned::Kind::read;
      auto const value = reads ? versioned::kNoValue : written(history, id);
      tickets[id] = stream.call(op.key, op.kind, op.expected, value);
      bool const lost = unanswered == Unanswered::lost || id % 2 == 0;
      if (!op.returned() && lost) stream.lose(tickets[id]);
    } else {
      bool const refused = op.status == versioned::Status::refused;
      auto const value = refused ? versioned::kNoValue : written(history, id);
      if (stream.answer(tickets[id], refused, op.version, value)) return i;
    }
    after_event();
  }
  return std::nullopt;
}

[[nodiscard]] inline std::optional<std::size_t> first_illegal_event(
    versioned::History const& history) {
  versioned::Stream stream{history.initial_value};
  return feed(stream, history, [] {});
}

}  // namespace checker::tests
