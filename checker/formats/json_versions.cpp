#include "checker/formats/json_versions.hpp"

#include <fmt/format.h>

#include <limits>

#include "checker/formats/json_words.hpp"

namespace checker::formats {
namespace {

using versioned::Kind;
using versioned::Status;

constexpr std::int64_t kLargestVersion = std::numeric_limits<std::int32_t>::max();

std::uint32_t as_version(std::int64_t number, JsonCursor& cursor) {
  if (number < 0 || number > kLargestVersion) {
    cursor.complain({fmt::format("version {}", number), "a version from 0 to 2147483647"});
  }
  return static_cast<std::uint32_t>(number);
}

}  // namespace

std::optional<Complaint> VersionedEvents::take(JsonEvent const& event, Stamp stamp) {
  auto const client = static_cast<ClientId>(recorded_.words.clients.number(event.process));
  return event.type == JsonEvent::Type::invoke ? call(client, event, stamp)
                                               : end(client, event, stamp);
}

std::optional<Complaint> VersionedEvents::note_value(OperationId id,
                                                     std::optional<std::int64_t> value) {
  if (has_values_.value_or(value.has_value()) != value.has_value()) {
    return Complaint{value ? "an operation that tells its value" : "an operation without its value",
                     "the value in every write, cas and answer to a read, or in none"};
  }
  has_values_ = value.has_value();
  recorded_.history.values[id] = value.value_or(versioned::kNoValue);
  return std::nullopt;
}

std::optional<Complaint> VersionedEvents::call(ClientId client, JsonEvent const& event,
                                               Stamp stamp) {
  auto const id = recorded_.history.operations.size();
  if (auto complaint = open_.open(client, id, recorded_.places)) return complaint;
  auto const key = event.key.given() ? plain_text(event.key.text) : std::string{};
  versioned::Operation operation;
  operation.call = stamp.tick;
  operation.key = static_cast<std::uint32_t>(recorded_.words.objects.number(key));
  operation.client = static_cast<std::uint32_t>(client) & 0xfffffffU;
  operation.status = Status::unknown;
  recorded_.history.values.push_back(versioned::kNoValue);

  Arguments arguments{event};
  if (event.op == "cas") {
    operation.kind = Kind::cas;
    auto& cursor = arguments.next("the version expected");
    operation.expected = as_version(cursor.integer(), cursor);
  } else if (event.op == "write") {
    operation.kind = Kind::write;
  } else if (event.op != "read") {
    arguments.unknown("read, write or cas");
  }
  std::optional<std::int64_t> value;
  if (operation.kind != Kind::read) {
    auto* cursor = arguments.next_if_any();
    if (cursor != nullptr) value = value_number(*cursor, recorded_.words.values);
  }
  arguments.end();
  recorded_.history.operations.push_back(operation);
  recorded_.places.push_back({stamp.line, 0});
  never_happened_.push_back(false);
  if (arguments.complaint() || operation.kind == Kind::read) return arguments.complaint();
  return note_value(id, value);
}

std::optional<Complaint> VersionedEvents::end(ClientId client, JsonEvent const& event,
                                              Stamp stamp) {
  auto const id = open_.close(client);
  if (!id) return ends_without_call();
  auto& operation = recorded_.history.operations[*id];
  if (stamp.tick < operation.call) return ends_before_call(operation.call, stamp.tick);
  recorded_.places[*id].ended = stamp.line;
  never_happened_[*id] = event.type == JsonEvent::Type::fail;
  if (event.type != JsonEvent::Type::ok) return std::nullopt;
  operation.ret = stamp.tick;
  operation.status = Status::ok;
  return answer(*id, event);
}

std::optional<Complaint> VersionedEvents::answer(OperationId id, JsonEvent const& event) {
  auto& operations = recorded_.history.operations;
  auto& values = recorded_.history.values;
  auto& operation = operations[id];
  if (!event.version) return Complaint{"an answer without \"version\"", "the version read or made"};
  auto cursor = event.value.cursor();
  operation.version = as_version(*event.version, cursor);
  if (cursor.failed()) return cursor.complaint();
  if (operation.kind == Kind::write) return std::nullopt;
  if (operation.kind == Kind::read) {
    if (!event.value.given()) return note_value(id, std::nullopt);
    auto const value = nullable_number(cursor, recorded_.words.values);
    if (cursor.failed()) return cursor.complaint();
    return note_value(id, value ? *value : recorded_.words.values.number("null"));
  }
  if (!event.value.given()) return Complaint{"an answer to cas without \"value\"", "true or false"};
  if (!cursor.boolean()) {
    operation.status = Status::refused;
    values[id] = versioned::kNoValue;
  }
  return cursor.complaint();
}

RecordedVersions VersionedEvents::take() && {
  auto& operations = recorded_.history.operations;
  auto& values = recorded_.history.values;
  std::size_t kept = 0;
  for (OperationId id = 0; id < operations.size(); ++id) {
    if (never_happened_[id]) continue;
    operations[kept] = operations[id];
    values[kept] = values[id];
    recorded_.places[kept++] = recorded_.places[id];
  }
  operations.resize(kept);
  recorded_.places.resize(kept);
  values.resize(has_values_.value_or(false) ? kept : 0);
  return std::move(recorded_);
}

}  // namespace checker::formats
