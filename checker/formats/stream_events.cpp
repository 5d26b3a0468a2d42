#include "checker/formats/stream_events.hpp"

#include <fmt/format.h>

#include <utility>

#include "checker/formats/json_words.hpp"
#include "checker/formats/recorder.hpp"

namespace checker::formats {
namespace {

using Reason = versioned::Violation::Reason;

char const* because(Reason reason) {
  switch (reason) {
    case Reason::impossible_version:
      return "which it cannot have made";
    case Reason::refused_as_expected:
      return "which it expected, and was refused all the same";
    case Reason::made_twice:
      return "which another has made";
    case Reason::out_of_order:
      return "although a later one had been shown before it was called";
    case Reason::made_by_nobody:
      return "which nobody can have made by then";
    case Reason::two_values:
      return "of which two values are told";
  }
  return "";
}

std::optional<versioned::Kind> kind_of(std::string_view op) {
  if (op == "read") return versioned::Kind::read;
  if (op == "write") return versioned::Kind::write;
  if (op == "cas") return versioned::Kind::cas;
  return std::nullopt;
}

bool is_version(std::int64_t number) { return number >= 0 && number <= 0x7fffffff; }

Complaint no_version(std::int64_t number) {
  return {fmt::format("version {}", number), "one from 0 to 2147483647"};
}

}  // namespace

std::optional<Complaint> StreamEvents::note_value(std::optional<std::int64_t> value) {
  if (has_values_.value_or(value.has_value()) != value.has_value()) {
    return Complaint{value ? "an operation that tells its value" : "an operation without its value",
                     "the value in every write, cas and answer to a read, or in none"};
  }
  has_values_ = value.has_value();
  return std::nullopt;
}

std::optional<Complaint> StreamEvents::call(JsonEvent const& event) {
  if (open_.has(event.process)) return still_open();
  auto const kind = kind_of(event.op);
  if (!kind) return Complaint{"an operation called " + quoted(event.op), "read, write or cas"};
  std::int64_t expected = 0;
  std::optional<std::int64_t> value;
  if (*kind != versioned::Kind::read || event.args.given()) {
    Arguments arguments{event};
    if (*kind == versioned::Kind::cas) expected = arguments.next("the version expected").integer();
    auto* argument = *kind == versioned::Kind::read ? nullptr : arguments.next_if_any();
    if (argument != nullptr) value = value_number(*argument, values_);
    arguments.end();
    if (arguments.complaint()) return arguments.complaint();
    if (!is_version(expected)) return no_version(expected);
  }
  if (*kind != versioned::Kind::read) {
    if (auto complaint = note_value(value)) return complaint;
  }
  auto const key = static_cast<std::uint32_t>(
      keys_.number(event.key.given() ? plain_text(event.key.text) : std::string{}));
  auto const ticket = stream_.call(key, *kind, static_cast<std::uint32_t>(expected),
                                   value.value_or(versioned::kNoValue));
  static_cast<void>(open_.open(event.process, {ticket, *kind}));
  return std::nullopt;
}

std::optional<Complaint> StreamEvents::end(JsonEvent const& event, std::size_t line) {
  auto const open = open_.close(event.process);
  if (!open) return ends_without_call();
  End end{.open = *open, .type = event.type, .line = line, .process = std::string{event.process}};
  if (event.type == JsonEvent::Type::ok) {
    if (auto complaint = read_answer(event, end)) return complaint;
  }
  ends_.push_back(std::move(end));
  return std::nullopt;
}

std::optional<Complaint> StreamEvents::read_answer(JsonEvent const& event, End& end) {
  if (!event.version) return Complaint{"an answer without \"version\"", "the version read or made"};
  if (!is_version(*event.version)) return no_version(*event.version);
  end.version = static_cast<std::uint32_t>(*event.version);
  if (end.open.kind == versioned::Kind::write) return std::nullopt;
  auto cursor = event.value.cursor();
  if (end.open.kind == versioned::Kind::cas) {
    if (!event.value.given())
      return Complaint{"an answer to cas without \"value\"", "true or false"};
    end.refused = !cursor.boolean();
    return cursor.complaint();
  }
  if (!event.value.given()) return note_value(std::nullopt);
  auto const value = nullable_number(cursor, values_);
  if (cursor.failed()) return cursor.complaint();
  end.value = value ? *value : values_.number("null");
  return note_value(end.value);
}

std::optional<versioned::Stream::Fault> StreamEvents::apply(End const& end) {
  switch (end.type) {
    case JsonEvent::Type::fail:
      return stream_.never_happened(end.open.ticket);
    case JsonEvent::Type::info:
      stream_.lose(end.open.ticket);
      return std::nullopt;
    case JsonEvent::Type::invoke:
    case JsonEvent::Type::ok:
      break;
  }
  return stream_.answer(end.open.ticket, end.refused, end.version, end.value);
}

Followed::Fault StreamEvents::apply_ends() {
  Fault fault;
  for (auto const& end : ends_) {
    auto const found = apply(end);
    if (!found) continue;
    fault = {explain(*found, end), end.line};
    break;
  }
  ends_.clear();
  return fault;
}

std::string StreamEvents::explain(versioned::Stream::Fault const& fault, End const& end) const {
  auto const key = quoted(keys_.name(fault.key));
  if (end.type == JsonEvent::Type::fail) {
    return fmt::format(
        "The call of process {} is said never to have happened, but without it version {} of key "
        "{} is one {}.",
        end.process, fault.version, key, because(fault.reason));
  }
  auto text = fmt::format("The answer of process {} is about version {} of key {}", end.process,
                          end.version, key);
  if (fault.version == end.version) {
    text += fmt::format(", {}.", because(fault.reason));
  } else {
    text += fmt::format(". That leaves version {}, {}.", fault.version, because(fault.reason));
  }
  if (fault.against)
    text += fmt::format(" It contradicts call {} of the file.", *fault.against + 1);
  return text;
}

}  // namespace checker::formats
