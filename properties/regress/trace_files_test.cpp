#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "properties/campaign/campaign.hpp"
#include "properties/harness/examine.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/server/server.hpp"
#include "properties/trace/codec.hpp"

namespace properties {
namespace {

namespace fs = std::filesystem;

server::Server& the_server() {
  static auto const started = [] {
    server::Options options;
    options.deadlock_timeout = std::chrono::milliseconds{50};
    auto result = server::Server::start(options);
    if (!result.ok()) {
      ADD_FAILURE() << result.problem().line();
      std::abort();
    }
    return std::move(result.value());
  }();
  return *started;
}

trace::Trace read(fs::path const& file) {
  auto read = trace::read_trace(file);
  if (auto const* error = std::get_if<trace::TraceError>(&read)) {
    throw std::runtime_error{error->message};
  }
  return std::get<trace::Trace>(std::move(read));
}

std::string found(harness::Examined const& examined) {
  std::string text;
  for (auto const& finding : examined.report.findings) {
    text += finding.property + "\n";
    for (auto const& line : finding.because) text += "  " + line + "\n";
  }
  return text;
}

harness::Examined run(trace::Trace const& trace, mutants::Mutant const* mutant) {
  auto options = campaign::worker_options(the_server(), 0, mutant, props::all_invariants());
  options.conformance = protocol::is_of_conformance(trace);
  harness::Worker worker{std::move(options)};
  return harness::replay(worker, trace.scenario);
}

/// What a trace file must do.
class TraceFile : public testing::Test {
 public:
  explicit TraceFile(fs::path file) : file_{std::move(file)} {}

 protected:
  fs::path file_;
};

/// Once failed; must pass.
class Regression : public TraceFile {
 public:
  using TraceFile::TraceFile;

 private:
  void TestBody() override {
    auto const trace = read(file_);
    auto const examined = run(trace, nullptr);
    bool const expects_violation = trace.expect == trace::Expect::violation;
    EXPECT_EQ(!examined.report.findings.empty(), expects_violation) << found(examined);
    EXPECT_TRUE(examined.report.undecided.empty());
  }
};

/// Rejected with its mutant, by the same steps and for the same reason as recorded.
class MutantRejected : public TraceFile {
 public:
  using TraceFile::TraceFile;

 private:
  void TestBody() override {
    auto const trace = read(file_);
    auto const* mutant = mutants::find_mutant(trace.mutant);
    ASSERT_NE(mutant, nullptr) << "no mutant '" << trace.mutant << "'";
    ASSERT_TRUE(trace.run.has_value()) << "the trace holds no run";
    auto const examined = run(trace, mutant);
    EXPECT_EQ(harness::departure(trace.scenario, *trace.run, examined.result.run), "");
    ASSERT_FALSE(examined.report.findings.empty());
    ASSERT_FALSE(trace.findings.empty());
    EXPECT_EQ(examined.report.findings.front().property, trace.findings.front().property);
  }
};

/// Accepted by the services as built.
class MutantGone : public TraceFile {
 public:
  using TraceFile::TraceFile;

 private:
  void TestBody() override {
    auto const examined = run(read(file_), nullptr);
    EXPECT_TRUE(examined.report.findings.empty()) << found(examined);
    EXPECT_TRUE(examined.report.undecided.empty());
  }
};

std::vector<fs::path> files_in(fs::path const& folder) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator{folder}) {
    if (entry.path().string().ends_with(".trace.json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

template <class Kind>
void add(char const* suite, fs::path const& file) {
  auto const name = file.stem().stem().string();
  testing::RegisterTest(suite, name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [file]() -> testing::Test* { return new Kind{file}; });
}

/// Every mutant must have its smallest trace here.
class EveryMutantHasATrace : public testing::Test {
  void TestBody() override {
    auto const files = files_in(fs::path{RELCHECK_TRACES} / "mutants");
    for (auto const& mutant : mutants::all_mutants()) {
      auto const has = std::any_of(files.begin(), files.end(), [&](fs::path const& file) {
        return file.stem().stem().string() == mutant.name;
      });
      EXPECT_TRUE(has) << "traces/mutants/" << mutant.name << ".trace.json is missing";
    }
  }
};

}  // namespace
}  // namespace properties

int main(int argc, char** argv) {
  using namespace properties;
  testing::InitGoogleTest(&argc, argv);
  fs::path const traces{RELCHECK_TRACES};
  for (auto const& file : files_in(traces / "regressions")) add<Regression>("regressions", file);
  for (auto const& file : files_in(traces / "mutants")) {
    add<MutantRejected>("mutants_rejected", file);
    add<MutantGone>("mutants_gone", file);
  }
  testing::RegisterTest("mutants", "every_mutant_has_a_trace", nullptr, nullptr, __FILE__, __LINE__,
                        []() -> testing::Test* { return new EveryMutantHasATrace; });
  return RUN_ALL_TESTS();
}
