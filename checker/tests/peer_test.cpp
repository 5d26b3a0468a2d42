#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "checker/finding/finding.hpp"
#include "checker/formats/read.hpp"
#include "checker/partitioned.hpp"
#include "checker/tests/brute_force.hpp"

/// Histories recorded or generated elsewhere, each against its known verdict.
namespace checker::tests {
namespace {

using finding::Finding;
using Histories = std::vector<formats::AnyRecorded>;

std::string const kPeer = std::string{RELCHECK_TRACES} + "/peer";
std::string const kData = kPeer + "/porcupine";

/// The rows of a table of the peer, without its heading.
std::vector<std::vector<std::string>> rows(std::string const& file) {
  std::ifstream lines{kData + "/" + file};
  std::vector<std::vector<std::string>> all;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells{line};
    auto& row = all.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
  }
  if (!all.empty()) all.erase(all.begin());
  return all;
}

Histories read(std::string const& path) {
  auto result = formats::read_histories(path, {});
  auto const* failure = std::get_if<formats::Failure>(&result);
  if (failure != nullptr) ADD_FAILURE() << formats::message(*failure);
  return failure != nullptr ? Histories{} : std::get<Histories>(std::move(result));
}

template <class Recorded>
Recorded read_one(std::string const& path) {
  auto histories = read(path);
  return std::get<Recorded>(std::move(histories.at(0)));
}

/// The verdict, with its witness tried if there is one.
template <class Recorded>
std::string verdict_of(Recorded const& recorded, std::vector<OperationId> const& ids) {
  auto const verdict = check_linearizable(recorded.spec, recorded.history, ids, Budget{});
  if (std::holds_alternative<NotLinearizable>(verdict)) return "false";
  auto const* legal = std::get_if<Linearizable>(&verdict);
  if (legal == nullptr) return "undecided";
  auto part = recorded.history;
  for (OperationId id = 0; id < part.size(); ++id) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) part[id].completion = NeverHappened{};
  }
  return explains(legal->witness, recorded.spec, part) ? "true" : "true, but wrongly explained";
}

TEST(Peer, every_etcd_log_gets_the_known_verdict) {
  auto const table = rows("expected_etcd.tsv");
  EXPECT_EQ(table.size(), 102U);
  for (auto const& row : table) {
    auto const log =
        read_one<formats::Recorded<formats::Register>>(kData + "/jepsen/" + row[0] + ".log");
    EXPECT_EQ(std::to_string(log.history.size()), row[1]) << row[0];
    std::vector<OperationId> ids(log.history.size());
    std::iota(ids.begin(), ids.end(), OperationId{0});
    EXPECT_EQ(verdict_of(log, ids), row[8]) << row[0];
  }
}

TEST(Peer, every_key_of_every_key_value_history_gets_the_known_verdict) {
  std::map<std::string, std::map<std::string, std::string>> expected;
  for (auto const& row : rows("expected_kv_per_key.tsv")) {
    expected[row[0]][row[1]] = row[3].substr(0, row[3].find('('));
  }
  EXPECT_EQ(expected.size(), 6U);
  for (auto const& [file, keys] : expected) {
    auto const recorded =
        read_one<formats::Recorded<specs::KeyValue>>(kData + "/kv/" + file + ".txt");
    auto const parts = partition(recorded.history, [&](auto const& operation) {
      return recorded.spec.footprint(operation);
    });
    EXPECT_EQ(parts.size(), keys.size());
    for (auto const& part : parts) {
      auto const key = recorded.spec.footprint(recorded.history[part.front()].operation)[0];
      EXPECT_EQ(verdict_of(recorded, part), keys.at(key)) << file << " key " << key;
    }
  }
}

TEST(Peer, the_empty_etcd_log_holds_no_history) {
  EXPECT_TRUE(read(kData + "/jepsen/etcd_095.log").empty());
}

class VersionedFile : public testing::TestWithParam<std::string> {};

TEST_P(VersionedFile, is_legal) {
  auto const histories = read(kPeer + "/versioned/" + GetParam());
  ASSERT_EQ(histories.size(), 1U);
  EXPECT_EQ(finding::check(histories.front(), {}).kind, Finding::Kind::legal);
}

INSTANTIATE_TEST_SUITE_P(Peer, VersionedFile,
                         testing::Values("ver_n1000_c10_k1_p0.01.txt",
                                         "ver_n3000_c10_k1_p0.01.txt.gz",
                                         "ver_n10000_c10_k1_p0.txt.gz",
                                         "ver_n100000_c10_k100_p0.01.txt.gz"),
                         [](auto const& file) { return "file" + std::to_string(file.index + 1); });

TEST(Peer, each_small_versioned_history_has_the_verdict_it_is_labelled_with) {
  auto const histories = read(kPeer + "/versioned/small_random_labelled.txt.gz");
  ASSERT_EQ(histories.size(), 3'770U);
  std::size_t illegal = 0;
  for (std::size_t i = 0; i < histories.size(); ++i) {
    auto const& recorded = std::get<formats::RecordedVersions>(histories[i]);
    auto const found = finding::check(histories[i], {});
    ASSERT_EQ(found.kind == Finding::Kind::legal, recorded.labelled_legal) << "history " << i + 1;
    if (found.kind != Finding::Kind::illegal) continue;
    ++illegal;
    ASSERT_FALSE(found.explanation.empty());
  }
  EXPECT_EQ(illegal, 1'271U);
}

}  // namespace
}  // namespace checker::tests
