#include "checker/finding/follow.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "checker/formats/json_event.hpp"
#include "checker/formats/lines.hpp"
#include "checker/formats/names.hpp"
#include "checker/formats/stream_events.hpp"

namespace checker::finding {
namespace {

using namespace std::chrono_literals;
using formats::JsonEvent;

/// A file that may still grow: at its end it waits, until told to stop.
formats::ByteSource growing(formats::ByteSource source, std::atomic<bool> const* stop) {
  return
      [source = std::move(source), stop](char* to, std::size_t size) -> std::optional<std::size_t> {
        for (;;) {
          auto const got = source(to, size);
          if (!got || *got > 0) return got;
          if (stop != nullptr && stop->load()) return 0;
          std::this_thread::sleep_for(20ms);
        }
      };
}

CheckExit complain(std::FILE* out, formats::Failure const& failure) {
  fmt::print(out, "ERROR      {}\n", formats::message(failure));
  return CheckExit::usage;
}

CheckExit tell_fault(std::FILE* out, formats::Lines const& lines,
                     formats::StreamEvents const& events, std::string const& fault) {
  fmt::print(out, "ILLEGAL    {}: from line {} on, after {} operations\n  {}\n", lines.name(),
             lines.number(), events.operations(), fault);
  return CheckExit::violation;
}

CheckExit follow_lines(formats::Lines& lines, std::string const& spec, std::FILE* out) {
  formats::StreamEvents events;
  while (auto const line = lines.next_filled()) {
    if (formats::is_header(*line)) {
      auto const header = formats::parse_header(*line);
      if (auto const* complaint = std::get_if<formats::Complaint>(&header)) {
        return complain(out, lines.malformed(*complaint));
      }
      auto const& named = std::get<formats::JsonHeader>(header).spec;
      if ((spec.empty() ? named : spec) != "versioned") {
        return complain(out, lines.malformed({"a history of " + named,
                                              "one of versioned: only that can be followed"}));
      }
      continue;
    }
    if (lines.cut_off()) break;
    auto const event = formats::parse_event(*line);
    if (auto const* complaint = std::get_if<formats::Complaint>(&event)) {
      return complain(out, lines.malformed(*complaint));
    }
    auto taken = events.take(std::get<JsonEvent>(event));
    if (taken.complaint) return complain(out, lines.malformed(std::move(*taken.complaint)));
    if (!taken.fault.empty()) return tell_fault(out, lines, events, taken.fault);
  }
  if (lines.failure()) return complain(out, *lines.failure());
  fmt::print(out, "LEGAL      {}: versioned, {} operations so far, {} of them open\n", lines.name(),
             events.operations(), events.open());
  return events.operations() == 0 ? CheckExit::undecided : CheckExit::pass;
}

}  // namespace

CheckExit follow(std::string const& file, std::string const& spec, std::FILE* out,
                 std::atomic<bool> const* stop) {
  auto source = formats::Lines::source(file);
  if (auto const* failure = std::get_if<formats::Failure>(&source)) return complain(out, *failure);
  formats::Lines lines{file, growing(std::get<formats::ByteSource>(std::move(source)), stop)};
  return follow_lines(lines, spec, out);
}

}  // namespace checker::finding
