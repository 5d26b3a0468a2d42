#include "checker/formats/json_lines.hpp"

#include <fmt/format.h>

#include <utility>

#include "checker/formats/json_event.hpp"
#include "checker/formats/json_versions.hpp"
#include "checker/formats/json_words.hpp"
#include "checker/formats/recorder.hpp"
#include "checker/formats/stamps.hpp"

namespace checker::formats {
namespace {

std::uint32_t object_of(JsonEvent const& event, Vocabulary& words) {
  std::string room;
  return static_cast<std::uint32_t>(words.objects.number(plain_text(event.key.text, room)));
}

/// A reader of the events of one specification.
template <class Spec>
class Events {
 public:
  using Words = JsonWords<Spec>;

  [[nodiscard]] std::optional<Complaint> take(JsonEvent const& event, Stamp stamp) {
    auto& words = recorder_.words();
    auto const client = static_cast<ClientId>(words.clients.number(event.process));
    if (event.version) {
      return Complaint{"a version", "none with this specification; \"versioned\" has them"};
    }
    if (event.type == JsonEvent::Type::invoke) return call(client, event, stamp);
    return end(client, event, stamp);
  }

  [[nodiscard]] Recorder<Spec>& recorder() { return recorder_; }

 private:
  std::optional<Complaint> call(ClientId client, JsonEvent const& event, Stamp stamp) {
    Arguments arguments{event};
    auto operation = Words::operation(arguments, recorder_.words());
    arguments.end();
    if (arguments.complaint()) return arguments.complaint();
    constexpr bool kKeyInside = std::is_same_v<Spec, specs::KeyValue>;
    auto const object = kKeyInside ? 0 : object_of(event, recorder_.words());
    return recorder_.call(client, std::move(operation), object, stamp);
  }

  std::optional<Complaint> end(ClientId client, JsonEvent const& event, Stamp stamp) {
    auto const id = recorder_.close(client);
    if (!id) return ends_without_call();
    switch (event.type) {
      case JsonEvent::Type::fail:
        return recorder_.end(*id, NeverHappened{}, stamp);
      case JsonEvent::Type::info:
        return recorder_.end(*id, Indeterminate{}, stamp);
      case JsonEvent::Type::invoke:
      case JsonEvent::Type::ok:
        break;
    }
    auto answer = event.value.given() ? event.value.cursor() : JsonCursor{"", event.value.offset};
    auto outcome = Words::outcome(recorder_.operation(*id), answer, recorder_.words());
    if (answer.failed() && !event.value.given()) {
      return Complaint{"an answer without \"value\"", answer.complaint()->expected};
    }
    if (answer.failed()) return answer.complaint();
    return recorder_.end(*id, Returned<typename Spec::Outcome>{std::move(outcome)}, stamp);
  }

  Recorder<Spec> recorder_;
};

std::optional<Complaint> set_up(Recorder<Register>& recorder, JsonHeader const& header) {
  if (!header.initial.given()) return std::nullopt;
  auto cursor = header.initial.cursor();
  recorder.spec().start = nullable_number(cursor, recorder.words().values);
  return cursor.complaint();
}

std::optional<Complaint> set_up(Recorder<specs::RelationGraph>& recorder,
                                JsonHeader const& header) {
  recorder.spec().private_at_start.insert(header.private_users.begin(), header.private_users.end());
  return std::nullopt;
}

template <class Spec>
std::optional<Complaint> set_up(Recorder<Spec>&, JsonHeader const&) {
  return std::nullopt;
}

void finish(Recorded<specs::RelationGraph>& recorded) {
  for (auto const& invocation : recorded.history) {
    auto const* change = std::get_if<specs::RelationGraph::SetPrivate>(&invocation.operation);
    if (change != nullptr) recorded.spec.privacy_changes.insert(change->actor);
  }
}

template <class Recorded>
void finish(Recorded&) {}

/// Hands every event to `sink`, until one is refused.
template <class Sink>
std::optional<Failure> for_each_event(Lines& lines, Sink sink) {
  Stamps stamps;
  while (auto const line = lines.next_filled()) {
    auto const parsed = parse_event(*line);
    // A last line without its end is what a crash leaves of an event: it says nothing.
    if (auto const* complaint = std::get_if<Complaint>(&parsed)) {
      if (lines.cut_off()) break;
      return lines.malformed(*complaint);
    }
    auto const& event = std::get<JsonEvent>(parsed);
    auto const stamp = stamps.next(event.time, lines.number());
    if (auto const* complaint = std::get_if<Complaint>(&stamp)) return lines.malformed(*complaint);
    if (auto complaint = sink(event, std::get<Stamp>(stamp))) {
      return lines.malformed(std::move(*complaint));
    }
  }
  return lines.failure();
}

template <class Spec>
Result<AnyRecorded> read(Lines& lines, JsonHeader const& header) {
  Events<Spec> events;
  if (auto complaint = set_up(events.recorder(), header)) {
    return lines.malformed(std::move(*complaint));
  }
  auto failure = for_each_event(
      lines, [&](JsonEvent const& event, Stamp stamp) { return events.take(event, stamp); });
  if (failure) return std::move(*failure);
  auto recorded = std::move(events.recorder()).take();
  finish(recorded);
  return AnyRecorded{std::move(recorded)};
}

template <>
Result<AnyRecorded> read<RecordedVersions>(Lines& lines, JsonHeader const&) {
  VersionedEvents events{lines.expected_bytes()};
  auto failure = for_each_event(
      lines, [&](JsonEvent const& event, Stamp stamp) { return events.take(event, stamp); });
  if (failure) return std::move(*failure);
  return AnyRecorded{std::move(events).take()};
}

using Read = Result<AnyRecorded> (*)(Lines&, JsonHeader const&);
constexpr Read kReaders[] = {read<RecordedVersions>,
                             read<Register>,
                             read<specs::KeyValue>,
                             read<Set>,
                             read<Queue>,
                             read<specs::Counter>,
                             read<specs::RelationGraph>};
static_assert(std::size(kReaders) == std::size(kSpecNames));

}  // namespace

Result<AnyRecorded> read_json_lines(Lines& lines, std::string const& spec) {
  std::string first_line{lines.peek().value_or("")};
  JsonHeader header;
  if (is_header(first_line)) {
    static_cast<void>(lines.next_filled());
    auto parsed = parse_header(first_line);
    if (auto const* complaint = std::get_if<Complaint>(&parsed)) return lines.malformed(*complaint);
    header = std::get<JsonHeader>(std::move(parsed));
  }
  if (!spec.empty()) header.spec = spec;
  for (std::size_t i = 0; i < std::size(kSpecNames); ++i) {
    if (header.spec == kSpecNames[i]) return kReaders[i](lines, header);
  }
  auto const found =
      header.spec.empty() ? "no specification" : "specification " + quoted(header.spec);
  return Malformed{lines.name(),
                   1,
                   {found,
                    "a first line such as {\"history\":1,\"spec\":\"register\"}, or --spec, with "
                    "one of versioned, register, kv, set, queue, counter, relations"}};
}

}  // namespace checker::formats
