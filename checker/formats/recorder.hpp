#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "checker/formats/malformed.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// When and where an event happened.
struct Stamp {
  Tick tick{};
  std::uint32_t line{};
};

/// The operation each client has open, and whether events follow each other as they may:
/// a client calls one thing at a time, and only what was called ends.
class OpenOperations {
 public:
  /// Complains if the client has an operation open.
  [[nodiscard]] std::optional<Complaint> open(ClientId client, OperationId id,
                                              std::vector<Place> const& places);
  /// The operation that ends, no longer open; nothing if none was.
  [[nodiscard]] std::optional<OperationId> close(ClientId client);

 private:
  static constexpr OperationId kNone = std::numeric_limits<OperationId>::max();

  [[nodiscard]] OperationId& of(ClientId client);

  std::vector<OperationId> open_;
};

/// What is said of an end that has no beginning.
[[nodiscard]] Complaint ends_without_call();
/// What is said of an end that is earlier than its beginning.
[[nodiscard]] Complaint ends_before_call(Tick called, Tick ended);

/// Builds a history from events. Operations that are still open when it is taken are indeterminate,
/// so that a file may be cut off anywhere.
template <class Spec>
class Recorder {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  using Completion = std::variant<Returned<Outcome>, NeverHappened, Indeterminate>;

  [[nodiscard]] std::optional<Complaint> call(ClientId client, Operation operation,
                                              std::uint32_t object, Stamp stamp) {
    auto const id = recorded_.history.size();
    if (auto complaint = open_.open(client, id, recorded_.places)) return complaint;
    recorded_.history.push_back(
        {client, std::move(operation), stamp.tick, std::nullopt, Indeterminate{}});
    recorded_.places.push_back({stamp.line, 0});
    recorded_.objects.push_back(object);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<OperationId> close(ClientId client) { return open_.close(client); }
  [[nodiscard]] Operation const& operation(OperationId id) const {
    return recorded_.history[id].operation;
  }

  [[nodiscard]] std::optional<Complaint> end(OperationId id, Completion completion, Stamp stamp) {
    auto& invocation = recorded_.history[id];
    if (stamp.tick < invocation.invoked_at) {
      return ends_before_call(invocation.invoked_at, stamp.tick);
    }
    invocation.completion = std::move(completion);
    recorded_.places[id].ended = stamp.line;
    if (!std::holds_alternative<Indeterminate>(invocation.completion)) {
      invocation.responded_at = stamp.tick;
    }
    return std::nullopt;
  }

  [[nodiscard]] Vocabulary& words() { return recorded_.words; }
  [[nodiscard]] Spec& spec() { return recorded_.spec; }

  [[nodiscard]] Recorded<Spec> take() && {
    if (recorded_.words.objects.size() <= 1) recorded_.objects.clear();
    return std::move(recorded_);
  }

 private:
  Recorded<Spec> recorded_;
  OpenOperations open_;
};

}  // namespace checker::formats
