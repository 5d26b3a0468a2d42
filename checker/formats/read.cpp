#include "checker/formats/read.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "checker/formats/edn_history.hpp"
#include "checker/formats/json_lines.hpp"
#include "checker/formats/versioned_text.hpp"
#include "checker/versioned/compact.hpp"

namespace checker::formats {
namespace {

using Histories = std::vector<AnyRecorded>;

Result<Histories> only(Result<AnyRecorded> read) {
  if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
  Histories histories;
  histories.push_back(std::get<AnyRecorded>(std::move(read)));
  return histories;
}

Result<Histories> read_versioned(Lines& lines) {
  auto read = read_versioned_text(lines);
  if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
  auto& histories = std::get<std::vector<RecordedVersions>>(read);
  return Histories{std::make_move_iterator(histories.begin()),
                   std::make_move_iterator(histories.end())};
}

/// The compact form of a versioned history: bytes, not lines.
Result<AnyRecorded> read_compact(Lines& lines) {
  auto const bytes = lines.bytes();
  if (lines.failure()) return *lines.failure();
  auto decoded = versioned::decode(bytes);
  if (auto* wrong = std::get_if<versioned::NotCompact>(&decoded)) {
    return Malformed{lines.name(),
                     0,
                     {fmt::format("byte {} of {}", wrong->offset, bytes.size()), wrong->expected}};
  }
  RecordedVersions recorded;
  recorded.history = std::get<versioned::History>(std::move(decoded));
  auto const& operations = recorded.history.operations;
  for (auto const& operation : operations) {
    if (operation.key >= operations.size()) {
      return Malformed{
          lines.name(),
          0,
          {fmt::format("key {}", operation.key), "keys that are numbered from 0 without gaps"}};
    }
  }
  recorded.places.resize(operations.size());
  return AnyRecorded{std::move(recorded)};
}

Result<Histories> read_as(Format format, Lines& lines, std::string const& spec) {
  switch (format) {
    case Format::json_lines:
      return only(read_json_lines(lines, spec));
    case Format::edn:
      return only(read_edn(lines));
    case Format::jepsen_log:
      return only(read_jepsen_log(lines));
    case Format::versioned:
      return read_versioned(lines);
    case Format::compact:
      return only(read_compact(lines));
  }
  return Histories{};
}

/// A specification asked for must be the one the file is of: only JSON Lines leave it open.
std::optional<Failure> wrong_spec(Histories const& histories, Lines const& lines,
                                  std::string const& spec) {
  if (spec.empty()) return std::nullopt;
  for (auto const& history : histories) {
    std::string const is = kSpecNames[history.index()];
    if (is != spec) {
      return Malformed{lines.name(), 0, {"a history of " + is, "one of " + spec + ", as asked"}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Format> detect(std::string_view line) {
  auto const first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return std::nullopt;
  line.remove_prefix(first);
  if (line.starts_with("RCV1")) return Format::compact;
  if (line.find("jepsen.util - ") != std::string_view::npos) return Format::jepsen_log;
  if (line.starts_with("H ") || (line[0] >= '0' && line[0] <= '9')) return Format::versioned;
  if (line[0] == '[' || line[0] == ';' || line.starts_with("#_")) return Format::edn;
  if (line[0] != '{') return std::nullopt;
  auto const second = line.find_first_not_of(" \t,", 1);
  bool const keyword = second != std::string_view::npos && line[second] == ':';
  return keyword ? Format::edn : Format::json_lines;
}

Result<Histories> read_histories(Lines& lines, ReadOptions const& options) {
  auto const first = lines.peek();
  if (!first) {
    if (lines.failure()) return *lines.failure();
    return Histories{};
  }
  auto const format = options.format ? options.format : detect(*first);
  if (!format) {
    return Malformed{
        lines.name(),
        1,
        {quoted(*first),
         "a history in one of the formats jsonl, edn, jepsen-log, versioned or compact"}};
  }
  auto histories = read_as(*format, lines, options.spec);
  if (auto const* read = std::get_if<Histories>(&histories)) {
    if (auto failure = wrong_spec(*read, lines, options.spec)) return std::move(*failure);
  }
  return histories;
}

Result<Histories> read_histories(std::string const& path, ReadOptions const& options) {
  auto lines = Lines::open(path);
  if (auto* failure = std::get_if<Failure>(&lines)) return std::move(*failure);
  return read_histories(std::get<Lines>(lines), options);
}

}  // namespace checker::formats
