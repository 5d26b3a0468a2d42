#pragma once

#include <optional>

#include "checker/formats/json_event.hpp"
#include "checker/formats/recorded.hpp"
#include "checker/formats/recorder.hpp"

namespace checker::formats {

/// Reads the events of a store that numbers the versions of its keys.
class VersionedEvents {
 public:
  /// Makes room for what a text of so many bytes may hold.
  explicit VersionedEvents(std::size_t expected_bytes);

  [[nodiscard]] std::optional<Complaint> take(JsonEvent const& event, Stamp stamp);
  [[nodiscard]] RecordedVersions take() &&;

 private:
  [[nodiscard]] std::optional<Complaint> call(ClientId client, JsonEvent const& event, Stamp stamp);
  [[nodiscard]] std::optional<Complaint> end(ClientId client, JsonEvent const& event, Stamp stamp);
  [[nodiscard]] std::optional<Complaint> answer(OperationId id, JsonEvent const& event);
  /// Complains if this operation tells its value and others did not, or the reverse.
  [[nodiscard]] std::optional<Complaint> note_value(OperationId id,
                                                    std::optional<std::int64_t> value);

  RecordedVersions recorded_;
  OpenOperations open_;
  std::vector<bool> never_happened_;
  std::optional<bool> has_values_;
};

}  // namespace checker::formats
