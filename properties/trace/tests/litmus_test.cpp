#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "properties/props/judge.hpp"
#include "properties/trace/codec.hpp"

/// One test per file of traces/litmus: the properties that find something are those that the file
/// names, in `illegal` at least one and in `legal` none. No database is needed.
namespace properties::trace {
namespace {

namespace fs = std::filesystem;

std::string text_of(fs::path const& file) {
  std::ifstream stream{file};
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::set<std::string> found_by(props::Report const& report) {
  std::set<std::string> names;
  for (auto const& finding : report.findings) names.insert(finding.property);
  return names;
}

std::set<std::string> named_in(Trace const& trace) {
  std::set<std::string> names;
  for (auto const& finding : trace.findings) names.insert(finding.property);
  return names;
}

std::string reasons(props::Report const& report) {
  std::string text;
  for (auto const& finding : report.findings) {
    text += finding.property + "\n";
    for (auto const& sentence : finding.because) text += "  " + sentence + "\n";
  }
  return text;
}

class Litmus : public testing::Test {
 public:
  explicit Litmus(fs::path file) : file_{std::move(file)} {}

  void TestBody() override {
    auto const read = read_trace(file_);
    auto const* error = std::get_if<TraceError>(&read);
    ASSERT_EQ(error, nullptr) << error->message;
    auto const& trace = std::get<Trace>(read);
    EXPECT_EQ(encode_trace(trace), text_of(file_)) << "not laid out as relcheck writes it";
    ASSERT_TRUE(trace.run) << "a litmus needs its run";
    bool const legal = file_.parent_path().filename() == "legal";
    EXPECT_EQ(trace.expect, legal ? Expect::pass : Expect::violation);
    EXPECT_EQ(trace.findings.empty(), legal);

    auto const report = props::judge(trace.scenario, *trace.run);
    EXPECT_EQ(found_by(report), named_in(trace)) << reasons(report);
    EXPECT_TRUE(report.undecided.empty()) << report.undecided.front();
    EXPECT_FALSE(report.held.empty()) << "nothing was judged";
  }

 private:
  fs::path file_;
};

std::vector<fs::path> litmus_files(std::string const& folder) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator{fs::path{RELCHECK_LITMUS} / folder}) {
    if (entry.path().string().ends_with(".trace.json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void register_folder(std::string const& folder) {
  for (auto const& file : litmus_files(folder)) {
    auto const name = file.stem().stem().string();
    testing::RegisterTest(folder.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [file]() -> testing::Test* { return new Litmus{file}; });
  }
}

TEST(LitmusFolders, hold_twelve_traces_each_at_least) {
  for (char const* folder : {"legal", "illegal"}) {
    EXPECT_GE(litmus_files(folder).size(), 12U) << folder;
  }
}

}  // namespace
}  // namespace properties::trace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  properties::trace::register_folder("legal");
  properties::trace::register_folder("illegal");
  return RUN_ALL_TESTS();
}
