#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "checker/bench/table.hpp"

/// The column of a peer's figures beside ours.
namespace checker::bench {
namespace {

std::variant<PeerFigures, BadPeerFile> read(std::string const& text) {
  auto const path = testing::TempDir() + "relcheck-peer-figures.tsv";
  std::ofstream{path, std::ios::binary} << text;
  auto read = read_peer_figures(path);
  std::filesystem::remove(path);
  return read;
}

std::string complaint(std::string const& text) {
  auto const result = read(text);
  auto const* bad = std::get_if<BadPeerFile>(&result);
  if (bad == nullptr) return "none";
  return bad->message.substr(bad->message.rfind('/') + 1);
}

TEST(PeerFigures, are_read_by_name) {
  auto const result = read("# taken elsewhere\netcd\t416\n\nkv-c50-ok\t162.5\tmedian of 7\r\n");
  auto const* figures = std::get_if<PeerFigures>(&result);
  ASSERT_NE(figures, nullptr);
  EXPECT_EQ(*figures, (PeerFigures{{"etcd", 416}, {"kv-c50-ok", 162.5}}));
}

TEST(PeerFigures, that_are_malformed_are_told_with_their_line) {
  EXPECT_EQ(complaint("etcd\t416\netcd 416\n"),
            "relcheck-peer-figures.tsv:2: found 'etcd 416'; expected NAME<TAB>MILLISECONDS");
  for (auto const* line : {"etcd\t\n", "etcd\tfast\n", "etcd\t4x\n", "\t4\n", "etcd\t0\n",
                           "etcd\t-1\n", "etcd\tinf\n", "etcd\tnan\n"}) {
    EXPECT_NE(complaint(line), "none") << line;
  }
}

TEST(PeerFigures, that_are_missing_are_told) {
  auto const result = read_peer_figures("/nonexistent/figures.tsv");
  ASSERT_TRUE(std::holds_alternative<BadPeerFile>(result));
  EXPECT_EQ(std::get<BadPeerFile>(result).message,
            "/nonexistent/figures.tsv: cannot be read: No such file or directory");
}

TEST(PeerFigures, stand_beside_ours_with_how_many_times_faster_we_are) {
  Figure const figure{"etcd", "102 logs", 5, 2048, "23 legal"};
  auto const with = row(figure, {{"etcd", 416}});
  EXPECT_NE(with.find(" 5.000 "), std::string::npos) << with;
  EXPECT_NE(with.find(" 416.00 "), std::string::npos) << with;
  EXPECT_NE(with.find(" 83x  23 legal\n"), std::string::npos) << with;
  auto const without = row(figure, {{"kv", 1}});
  EXPECT_NE(without.find("          -        -  23 legal\n"), std::string::npos) << without;
  EXPECT_EQ(with.size(), without.size());
}

}  // namespace
}  // namespace checker::bench
