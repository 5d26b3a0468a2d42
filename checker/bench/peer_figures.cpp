#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "checker/bench/figures.hpp"
#include "checker/counterexample.hpp"
#include "checker/formats/read.hpp"
#include "checker/partitioned.hpp"

namespace checker::bench {
namespace {

using Register = formats::Recorded<formats::Register>;
using KeyValue = formats::Recorded<specs::KeyValue>;

constexpr Budget kBudget{.configurations = 1'000'000};

template <class Recorded>
Recorded read_one(std::string const& path) {
  auto result = formats::read_histories(path, {});
  auto* histories = std::get_if<std::vector<formats::AnyRecorded>>(&result);
  if (histories == nullptr || histories->size() != 1) throw std::runtime_error{path};
  return std::get<Recorded>(std::move(histories->front()));
}

std::vector<std::string> log_paths(std::string const& data) {
  std::vector<std::string> paths;
  for (auto const& entry : std::filesystem::directory_iterator{data + "/porcupine/jepsen"}) {
    if (entry.file_size() > 0) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<OperationId> all_of(std::size_t count) {
  std::vector<OperationId> ids(count);
  std::iota(ids.begin(), ids.end(), OperationId{0});
  return ids;
}

/// What became of several parts: how many are legal, and what it took.
struct Tally {
  std::size_t legal = 0;
  std::size_t illegal = 0;
  std::size_t undecided = 0;
  std::uint64_t configurations = 0;

  void add(SearchResult const& result) {
    configurations += result.configurations;
    switch (result.kind) {
      case SearchResult::Kind::legal:
        ++legal;
        break;
      case SearchResult::Kind::illegal:
        ++illegal;
        break;
      case SearchResult::Kind::undecided:
        ++undecided;
        break;
    }
  }
  [[nodiscard]] std::string words() const {
    return fmt::format("{} legal, {} illegal, {} undecided, {} configurations", legal, illegal,
                       undecided, configurations);
  }
};

template <class Recorded>
SearchResult search(Recorded const& recorded, std::vector<OperationId> const& ids) {
  return linearizability::solve(
      recorded.spec,
      linearizability::pose(recorded.spec, recorded.history, ids, [](OperationId) { return true; }),
      kBudget);
}

std::vector<Part> keys_of(KeyValue const& recorded) {
  return partition(recorded.history,
                   [&](auto const& operation) { return recorded.spec.footprint(operation); });
}

Figure etcd(std::string const& data) {
  auto const paths = log_paths(data);
  Tally tally;
  auto const time = median_milliseconds([&] {
    tally = {};
    for (auto const& path : paths) {
      auto const log = read_one<Register>(path);
      tally.add(search(log, all_of(log.history.size())));
    }
  });
  return {"etcd", "G1 102 etcd logs: read, parse, check", time, 0, tally.words()};
}

Figure etcd_checked(std::string const& data) {
  std::vector<Register> logs;
  for (auto const& path : log_paths(data)) logs.push_back(read_one<Register>(path));
  Tally tally;
  auto const time = median_milliseconds([&] {
    tally = {};
    for (auto const& log : logs) tally.add(search(log, all_of(log.history.size())));
  });
  return {"etcd-check", "G2 the same, check alone", time, 0, tally.words()};
}

Figure key_value(std::string const& data, std::string const& name, std::string const& what,
                 bool find_parts) {
  auto const recorded = read_one<KeyValue>(data + "/porcupine/kv/" + name + ".txt");
  auto parts = keys_of(recorded);
  Tally tally;
  auto const time = median_milliseconds([&] {
    tally = {};
    if (find_parts) parts = keys_of(recorded);
    for (auto const& part : parts) tally.add(search(recorded, part));
  });
  return {"kv-" + name + (find_parts ? "-parts" : ""), what, time, 0, tally.words()};
}

/// Sizes of counterexamples, and how many are shown to be minimal.
struct Sizes {
  std::vector<std::size_t> all;
  std::size_t minimal = 0;

  template <class Recorded>
  void add(Recorded const& recorded, std::vector<OperationId> const& ids) {
    if (search(recorded, ids).kind != SearchResult::Kind::illegal) return;
    auto const found = find_counterexample(recorded.spec, recorded.history, ids,
                                           Budget{.configurations = 100'000});
    all.push_back(found.operations.size());
    minimal += found.minimal ? 1 : 0;
  }
  [[nodiscard]] std::string words() {
    std::sort(all.begin(), all.end());
    return fmt::format("{} of {} minimal; median {} operations, largest {}", minimal, all.size(),
                       all[all.size() / 2], all.back());
  }
};

Figure etcd_counterexamples(std::string const& data) {
  std::vector<Register> logs;
  for (auto const& path : log_paths(data)) logs.push_back(read_one<Register>(path));
  Sizes sizes;
  auto const time = median_milliseconds([&] {
    sizes = {};
    for (auto const& log : logs) sizes.add(log, all_of(log.history.size()));
  });
  return {"etcd-minimal", "G5 counterexamples of all illegal logs", time, 0, sizes.words()};
}

Figure key_value_counterexamples(std::string const& data) {
  std::vector<KeyValue> files;
  for (auto const* name : {"c01-bad", "c10-bad", "c50-bad"}) {
    files.push_back(read_one<KeyValue>(data + "/porcupine/kv/" + name + ".txt"));
  }
  Sizes sizes;
  auto const time = median_milliseconds([&] {
    sizes = {};
    for (auto const& file : files) {
      for (auto const& part : keys_of(file)) sizes.add(file, part);
    }
  });
  return {"kv-minimal", "G5 counterexamples of all illegal keys", time, 0, sizes.words()};
}

}  // namespace

std::vector<Measurement> peer_measurements(std::string const& data) {
  return {
      [=] { return etcd(data); },
      [=] { return etcd_checked(data); },
      [=] { return key_value(data, "c50-ok", "G3 kv c50-ok, all keys", false); },
      [=] { return key_value(data, "c50-bad", "G4 kv c50-bad, all keys", false); },
      [=] { return key_value_counterexamples(data); },
      [=] { return etcd_counterexamples(data); },
      [=] { return key_value(data, "c10-ok", "G6 kv c10-ok, all keys", false); },
      [=] { return key_value(data, "c10-bad", "G6 kv c10-bad, all keys", false); },
      [=] { return key_value(data, "c10-ok", "G7 kv c10-ok, keys found by us", true); },
      [=] { return key_value(data, "c10-bad", "G7 kv c10-bad, keys found by us", true); },
  };
}

}  // namespace checker::bench
