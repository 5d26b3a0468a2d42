#include "checker/formats/json_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "checker/formats/json_words.hpp"

namespace checker::formats {
namespace {

using versioned::Kind;
using versioned::Status;

constexpr std::int64_t kLargestVersion = std::numeric_limits<std::int32_t>::max();

std::optional<Complaint> no_version(std::int64_t number) {
  if (number >= 0 && number <= kLargestVersion) return std::nullopt;
  return Complaint{fmt::format("version {}", number), "a version from 0 to 2147483647"};
}

/// What a call is, but for its key and its client.
struct Call {
  versioned::Operation operation;
  std::optional<std::int64_t> value;
};

std::variant<Call, Complaint> read_call(JsonEvent const& event, Values& values) {
  Call call;
  auto& operation = call.operation;
  operation.kind = event.op == "read" ? Kind::read : event.op == "cas" ? Kind::cas : Kind::write;
  operation.status = Status::unknown;
  bool const known = operation.kind != Kind::write || event.op == "write";
  if (known && operation.kind != Kind::cas && !event.args.given()) return call;
  Arguments arguments{event};
  if (!known) arguments.unknown("read, write or cas");
  if (operation.kind == Kind::cas) {
    auto const expected = arguments.next("the version expected").integer();
    if (auto complaint = no_version(expected); complaint && !arguments.complaint()) {
      return std::move(*complaint);
    }
    operation.expected = static_cast<std::uint32_t>(expected);
  }
  if (operation.kind != Kind::read) {
    auto* cursor = arguments.next_if_any();
    if (cursor != nullptr) call.value = value_number(*cursor, values);
  }
  arguments.end();
  if (arguments.complaint()) return *arguments.complaint();
  return call;
}

}  // namespace

VersionedEvents::VersionedEvents(std::size_t expected_bytes) {
  // A call and its end in few words; more room than is needed costs nothing until it is used.
  constexpr std::size_t kBytesAnOperation = 80;
  constexpr std::size_t kMost = std::size_t{1} << 24U;
  auto const operations = std::min(expected_bytes / kBytesAnOperation, kMost);
  recorded_.history.operations.reserve(operations);
  recorded_.history.values.reserve(operations);
  recorded_.places.reserve(operations);
}

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
  auto read = read_call(event, recorded_.words.values);
  if (auto* complaint = std::get_if<Complaint>(&read)) return std::move(*complaint);
  auto& [operation, value] = std::get<Call>(read);
  std::string room;
  auto const key = recorded_.words.objects.number(plain_text(event.key.text, room));
  operation.call = stamp.tick;
  operation.key = static_cast<std::uint32_t>(key);
  operation.client = static_cast<std::uint32_t>(client) & 0xfffffffU;
  recorded_.history.operations.push_back(operation);
  recorded_.history.values.push_back(versioned::kNoValue);
  recorded_.places.push_back({stamp.line, 0});
  never_happened_.push_back(false);
  return operation.kind == Kind::read ? std::nullopt : note_value(id, value);
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
  if (auto complaint = no_version(*event.version)) return complaint;
  operation.version = static_cast<std::uint32_t>(*event.version);
  if (operation.kind == Kind::write) return std::nullopt;
  if (operation.kind == Kind::read && !event.value.given()) return note_value(id, std::nullopt);
  auto cursor = event.value.cursor();
  if (operation.kind == Kind::read) {
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
