#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "checker/finding/finding.hpp"
#include "checker/finding/report.hpp"
#include "checker/formats/read.hpp"

/// Every history in traces/litmus is a test of its own name. The verdict is that of its folder; an
/// illegal one is also explained as the text beside it says.
namespace checker {
namespace {

namespace fs = std::filesystem;
using finding::Finding;

std::string contents(fs::path const& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Litmus : public testing::Test {
 public:
  Litmus(fs::path path, bool legal) : path_{std::move(path)}, legal_{legal} {}

  void TestBody() override {
    auto const read = formats::read_histories(path_.string(), {});
    auto const* failure = std::get_if<formats::Failure>(&read);
    ASSERT_EQ(failure, nullptr) << formats::message(*failure);
    auto const& histories = std::get<std::vector<formats::AnyRecorded>>(read);
    ASSERT_EQ(histories.size(), 1U);
    auto const found = finding::check(histories.front(), {});
    EXPECT_EQ(found.kind, legal_ ? Finding::Kind::legal : Finding::Kind::illegal);
    if (legal_) return;
    finding::Report report;
    report.add(path_.filename().string(), found);
    auto expected = path_;
    expected.replace_extension(".expected.txt");
    EXPECT_EQ(report.explanations(), contents(expected));
  }

 private:
  fs::path path_;
  bool legal_;
};

std::vector<fs::path> histories_in(fs::path const& folder) {
  std::vector<fs::path> paths;
  for (auto const& entry : fs::directory_iterator{folder}) {
    if (entry.path().extension() == ".jsonl") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void register_folder(char const* folder, bool legal) {
  for (auto const& path : histories_in(fs::path{RELCHECK_TRACES} / "litmus" / folder)) {
    auto name = path.stem().string();
    std::replace(name.begin(), name.end(), '-', '_');
    auto const suite = std::string{"litmus_"} + folder;
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [path, legal]() -> testing::Test* {
                            return new Litmus{path, legal};
                          });
  }
}

TEST(litmus, there_are_at_least_thirty_of_each_verdict) {
  for (auto const* folder : {"legal", "illegal"}) {
    EXPECT_GE(histories_in(fs::path{RELCHECK_TRACES} / "litmus" / folder).size(), 30U);
  }
}

}  // namespace
}  // namespace checker

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  checker::register_folder("legal", true);
  checker::register_folder("illegal", false);
  return RUN_ALL_TESTS();
}
