#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "checker/bench/figures.hpp"
#include "checker/formats/read.hpp"
#include "checker/tests/versioned_events.hpp"
#include "checker/tests/versioned_histories.hpp"
#include "checker/versioned/check.hpp"
#include "checker/versioned/compact.hpp"
#include "checker/versioned/stream.hpp"

namespace checker::bench {
namespace {

using tests::Fault;
using tests::versioned_history;
using tests::VersionedShape;

std::string words(std::optional<versioned::Violation> const& violation) {
  if (!violation) return "legal";
  return fmt::format("illegal, {} operations", violation->operations.size());
}

Figure check(std::string const& name, std::string const& what, VersionedShape const& shape,
             std::optional<Fault> fault = std::nullopt) {
  auto history = versioned_history(shape, 1);
  if (fault) inject(history, *fault, history.operations.size() / 2);
  std::optional<versioned::Violation> violation;
  auto const time = median_milliseconds([&] { violation = find_violation(history); });
  return {name, what, time, 0,
          fmt::format("{}, {:.1f} ns an operation", words(violation),
                      time * 1e6 / static_cast<double>(history.operations.size()))};
}

/// A file that is gone when this is.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string const& name)
      : path_{std::filesystem::temp_directory_path() / name} {}
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string json_line(versioned::Operation const& op, bool is_return) {
  auto const* kind = op.kind == versioned::Kind::read    ? "read"
                     : op.kind == versioned::Kind::write ? "write"
                                                         : "cas";
  auto line =
      fmt::format(R"({{"process":{},"type":"{}","op":"{}","key":"k{}")",
                  static_cast<unsigned>(op.client), is_return ? "ok" : "invoke", kind, op.key);
  if (is_return) line += fmt::format(R"(,"version":{})", op.version);
  if (op.kind == versioned::Kind::cas) {
    line += is_return ? fmt::format(R"(,"value":{})", op.status == versioned::Status::ok)
                      : fmt::format(R"(,"args":[{}])", op.expected);
  }
  return line + "}\n";
}

/// Made in another process, so that its memory does not count.
void write_files(VersionedShape const& shape, std::string const& json, std::string const& compact) {
  static_cast<void>(in_child([&] {
    auto const history = versioned_history(shape, 1);
    std::ofstream lines{json, std::ios::binary};
    lines << R"({"history":1,"spec":"versioned"})" << '\n';
    for (auto const& event : tests::events_of(history)) {
      lines << json_line(history.operations[event.id], event.is_return);
    }
    std::ofstream{compact, std::ios::binary} << encode(history);
    return Figure{};
  }));
}

Figure from_compact(std::size_t operations) {
  TemporaryFile const json{"checker_bench.jsonl"};
  TemporaryFile const compact{"checker_bench.rcv"};
  write_files({.operations = operations}, json.path(), compact.path());
  std::string outcome;
  auto const time = median_milliseconds([&] {
    std::ifstream file{compact.path(), std::ios::binary};
    std::string bytes(std::filesystem::file_size(compact.path()), '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    auto const decoded = versioned::decode(bytes);
    outcome = words(find_violation(std::get<versioned::History>(decoded)));
    outcome += fmt::format(", {} bytes", bytes.size());
  });
  return {"compact-file", "G12 10^6 from a compact file", time, 0, outcome};
}

Figure from_json(std::size_t operations) {
  TemporaryFile const json{"checker_bench.jsonl"};
  TemporaryFile const compact{"checker_bench.rcv"};
  write_files({.operations = operations}, json.path(), compact.path());
  std::string outcome;
  auto const time = median_milliseconds([&] {
    auto const result = formats::read_histories(json.path(), {});
    auto const& histories = std::get<std::vector<formats::AnyRecorded>>(result);
    outcome = words(find_violation(std::get<formats::RecordedVersions>(histories.front()).history));
    outcome += fmt::format(", {} bytes", std::filesystem::file_size(json.path()));
  });
  return {"json-file", "G12 10^6 from JSON Lines", time, 0, outcome};
}

/// Events are prepared in memory a block at a time, so that the peak is the stream's own.
Figure streaming(std::size_t operations) {
  auto const block = versioned_history({.operations = 100'000}, 1);
  auto const events = tests::events_of(block);
  std::vector<versioned::Stream::Ticket> tickets(block.operations.size());
  std::uint32_t top = 0;
  for (auto const& op : block.operations) top = std::max(top, op.version);
  bool fault = false;
  auto const time = median_milliseconds([&] {
    versioned::Stream stream;
    // The same block again and again; each begins where the versions of the last one ended.
    for (std::size_t round = 0; round < operations / block.operations.size(); ++round) {
      auto const base = static_cast<std::uint32_t>(round) * top;
      for (auto const& event : events) {
        auto const& op = block.operations[event.id];
        if (!event.is_return) {
          tickets[event.id] = stream.call(op.key, op.kind, base + op.expected);
        } else {
          fault |= stream
                       .answer(tickets[event.id], op.status == versioned::Status::refused,
                               base + op.version)
                       .has_value();
        }
      }
    }
  });
  return {"streaming", "G13 streaming 10^7 operations", time, 0,
          fmt::format("{}, {:.1f} M operations a second", fault ? "illegal" : "legal",
                      static_cast<double>(operations) / time / 1e3)};
}

}  // namespace

std::vector<Measurement> versioned_measurements(std::size_t largest) {
  std::vector<Measurement> all;
  for (std::size_t size = 100; size <= largest; size *= 10) {
    all.push_back([=] {
      return check(fmt::format("versions-{}", size), fmt::format("G15 {} versioned, one key", size),
                   {.operations = size});
    });
  }
  auto const add = [&](Measurement measurement) { all.push_back(std::move(measurement)); };
  add([=] {
    return check("keys-1000", "G8 versioned, 1,000 keys", {.operations = largest, .keys = 1'000});
  });
  add([=] { return check("one-key", "G9 versioned, one key", {.operations = largest}); });
  add([=] {
    return check("indeterminate", "G10 one key, 1 % indeterminate",
                 {.operations = largest, .unknown_per_10000 = 100});
  });
  std::vector<std::pair<Fault, std::string>> const faults{
      {Fault::stale_read, "stale-read"},
      {Fault::lost_update, "lost-update"},
      {Fault::doubled_version, "doubled-version"},
      {Fault::real_time_inversion, "time-inversion"}};
  for (auto const& [fault, name] : faults) {
    add([=, fault = fault, name = name] {
      return check(name, "G11 one key, one " + name, {.operations = largest}, fault);
    });
  }
  add([=] { return from_compact(largest); });
  add([=] { return from_json(largest); });
  add([=] { return streaming(10 * largest); });
  add([=] {
    return check("clients-50", "G16 50 clients, 10^5 operations, one key",
                 {.operations = 100'000, .clients = 50});
  });
  return all;
}

}  // namespace checker::bench
