#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checker/finding/finding.hpp"
#include "checker/formats/read.hpp"

/// Files of others are read and told as the command does; peer_test.cpp holds each etcd log and
/// each key against its verdict.
namespace checker {
namespace {

using finding::Finding;
using Histories = std::vector<formats::AnyRecorded>;

std::string peer(std::string const& path) { return std::string{RELCHECK_TRACES} + "/peer/" + path; }

Histories read(std::string const& path) {
  auto result = formats::read_histories(peer(path), {});
  auto const* failure = std::get_if<formats::Failure>(&result);
  if (failure != nullptr) ADD_FAILURE() << formats::message(*failure);
  return failure != nullptr ? Histories{} : std::get<Histories>(std::move(result));
}

TEST(peer_histories, the_empty_etcd_log_holds_no_history) {
  EXPECT_TRUE(read("porcupine/jepsen/etcd_095.log").empty());
}

class VersionedFile : public testing::TestWithParam<std::string> {};

TEST_P(VersionedFile, is_legal) {
  auto const histories = read("versioned/" + GetParam());
  ASSERT_EQ(histories.size(), 1U);
  EXPECT_EQ(finding::check(histories.front(), {}).kind, Finding::Kind::legal);
}

INSTANTIATE_TEST_SUITE_P(peer_histories, VersionedFile,
                         testing::Values("ver_n1000_c10_k1_p0.01.txt",
                                         "ver_n3000_c10_k1_p0.01.txt.gz",
                                         "ver_n10000_c10_k1_p0.txt.gz",
                                         "ver_n100000_c10_k100_p0.01.txt.gz"),
                         [](auto const& file) { return "file" + std::to_string(file.index + 1); });

TEST(peer_histories, each_small_versioned_history_has_the_verdict_it_is_labelled_with) {
  auto const histories = read("versioned/small_random_labelled.txt.gz");
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
}  // namespace checker
