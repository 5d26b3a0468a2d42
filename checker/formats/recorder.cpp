#include "checker/formats/recorder.hpp"

#include <fmt/format.h>

namespace checker::formats {

OperationId& OpenOperations::of(ClientId client) {
  auto const index = static_cast<std::size_t>(client);
  if (index >= open_.size()) open_.resize(index + 1, kNone);
  return open_[index];
}

std::optional<Complaint> OpenOperations::open(ClientId client, OperationId id,
                                              std::vector<Place> const& places) {
  auto& slot = of(client);
  if (slot != kNone) {
    return Complaint{
        fmt::format("a call by a process whose call of line {} is still open", places[slot].called),
        "its end first; a process that gives up waiting goes on under another name"};
  }
  slot = id;
  return std::nullopt;
}

std::optional<OperationId> OpenOperations::close(ClientId client) {
  auto const id = std::exchange(of(client), kNone);
  return id == kNone ? std::nullopt : std::optional{id};
}

Complaint ends_without_call() {
  return {"an end by a process that has nothing open", "its 'invoke' on an earlier line"};
}

Complaint ends_before_call(Tick called, Tick ended) {
  return {fmt::format("an end at time {}", ended),
          fmt::format("a time not before its call, which is at {}", called)};
}

}  // namespace checker::formats
