#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "checker/history.hpp"
#include "checker/streaming/stream.hpp"

namespace checker::tests {

/// A call, or how it ended.
struct StreamedEvent {
  Tick tick{};
  bool is_end{};
  OperationId id{};
  friend auto operator<=>(StreamedEvent const&, StreamedEvent const&) = default;
};

/// In the order of time, at one tick calls first.
template <class Operation, class Outcome>
[[nodiscard]] std::vector<StreamedEvent> events_of(History<Operation, Outcome> const& history) {
  std::vector<StreamedEvent> events;
  for (OperationId id = 0; id < history.size(); ++id) {
    events.push_back({history[id].invoked_at, false, id});
    if (history[id].responded_at) events.push_back({*history[id].responded_at, true, id});
  }
  std::sort(events.begin(), events.end());
  return events;
}

/// What was known of a history after its first `length` events.
template <class Operation, class Outcome>
[[nodiscard]] History<Operation, Outcome> prefix_of(History<Operation, Outcome> const& history,
                                                    std::vector<StreamedEvent> const& events,
                                                    std::size_t length) {
  History<Operation, Outcome> prefix;
  std::vector<OperationId> place(history.size());
  for (std::size_t i = 0; i < length; ++i) {
    auto const id = events[i].id;
    if (events[i].is_end) {
      prefix[place[id]] = history[id];
      continue;
    }
    place[id] = prefix.size();
    prefix.push_back(history[id]);
    prefix.back().responded_at.reset();
    prefix.back().completion = Indeterminate{};
  }
  return prefix;
}

/// Where a stream stopped, and why.
struct Stopped {
  std::size_t event{};
  streaming::Standing standing{};
};

/// Feeds a history to a stream until it is not legal any more. An operation that never answers is
/// given up right after its call, or left open, by turns: both must do.
template <class Spec, class AfterEvent>
[[nodiscard]] std::optional<Stopped> feed(
    streaming::Stream<Spec>& stream,
    History<typename Spec::Operation, typename Spec::Outcome> const& history,
    AfterEvent after_event) {
  using Answer = Returned<typename Spec::Outcome>;
  std::vector<typename streaming::Stream<Spec>::Ticket> tickets(history.size());
  auto const events = events_of(history);
  for (std::size_t i = 0; i < events.size(); ++i) {
    auto const id = events[i].id;
    auto const& invocation = history[id];
    auto standing = streaming::Standing::legal;
    if (!events[i].is_end) {
      tickets[id] = stream.call(0, invocation.operation);
      if (!invocation.responded_at && id % 2 == 0) standing = stream.lose(tickets[id]);
    } else if (auto const* answer = std::get_if<Answer>(&invocation.completion)) {
      standing = stream.answer(tickets[id], answer->outcome);
    } else {
      standing = stream.never_happened(tickets[id]);
    }
    if (standing != streaming::Standing::legal) return Stopped{i, standing};
    after_event();
  }
  return std::nullopt;
}

}  // namespace checker::tests
