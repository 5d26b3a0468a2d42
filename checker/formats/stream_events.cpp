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

StreamEvents::Taken StreamEvents::take(JsonEvent const& event) {
  auto const process = processes_.number(event.process);
  if (process >= open_.size()) open_.resize(process + 1);
  if (event.type == JsonEvent::Type::invoke) return call(process, event);
  auto const open = std::exchange(open_[process], std::nullopt);
  if (!open) return {ends_without_call(), {}};
  return end(*open, event);
}

StreamEvents::Taken StreamEvents::call(std::size_t process, JsonEvent const& event) {
  if (open_[process]) {
    return {Complaint{"a call by a process whose call is still open", "its end first"}, {}};
  }
  auto const kind = kind_of(event.op);
  if (!kind)
    return {Complaint{"an operation called " + quoted(event.op), "read, write or cas"}, {}};
  std::int64_t expected = 0;
  if (*kind == versioned::Kind::cas) {
    Arguments arguments{event};
    expected = arguments.next("the version expected").integer();
    if (arguments.complaint()) return {arguments.complaint(), {}};
    if (!is_version(expected)) return {no_version(expected), {}};
  }
  auto const key = static_cast<std::uint32_t>(
      keys_.number(event.key.given() ? plain_text(event.key.text) : std::string{}));
  ++operations_;
  open_[process] = Open{stream_.call(key, *kind, static_cast<std::uint32_t>(expected)), *kind, key};
  return {};
}

StreamEvents::Taken StreamEvents::end(Open open, JsonEvent const& event) {
  switch (event.type) {
    case JsonEvent::Type::fail:
      return tell(stream_.never_happened(open.ticket), event);
    case JsonEvent::Type::info:
      stream_.lose(open.ticket);
      return {};
    case JsonEvent::Type::invoke:
    case JsonEvent::Type::ok:
      break;
  }
  if (!event.version)
    return {Complaint{"an answer without \"version\"", "the version read or made"}, {}};
  if (!is_version(*event.version)) return {no_version(*event.version), {}};
  bool const refused = open.kind == versioned::Kind::cas && event.value.text == "false";
  return tell(stream_.answer(open.ticket, refused, static_cast<std::uint32_t>(*event.version)),
              event);
}

StreamEvents::Taken StreamEvents::tell(std::optional<versioned::Stream::Fault> const& fault,
                                       JsonEvent const& event) const {
  if (!fault) return {};
  auto text = fmt::format("The answer of process {} is about version {} of key {}, {}.",
                          event.process, event.version.value_or(0), quoted(keys_.name(fault->key)),
                          because(fault->reason));
  if (fault->against)
    text += fmt::format(" It contradicts call {} of the file.", *fault->against + 1);
  return {std::nullopt, std::move(text)};
}

}  // namespace checker::formats
