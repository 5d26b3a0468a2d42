#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/trace_commands.hpp"
#include "properties/harness/examine.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/trace/codec.hpp"
#include "properties/trace/junit.hpp"
#include "properties/trace/render.hpp"

namespace properties::cli {
namespace {

namespace fs = std::filesystem;
using trace::Trace;

/// What replaying one trace came to.
struct Replayed {
  fs::path file;
  int runs{0};
  int departed{0};
  std::string departure{};   ///< The first.
  harness::Examined told{};  ///< The worst of the runs: a violation, an undecided one, or any.
  bool as_expected{true};
  [[nodiscard]] bool violated() const { return !told.report.findings.empty(); }
  [[nodiscard]] bool undecided() const { return !told.report.undecided.empty(); }
};

/// Workers by mutant: each has the database to itself while it is in use.
class Bench {
 public:
  Bench(server::Server& server, std::vector<props::Invariant> invariants)
      : server_{server}, invariants_{std::move(invariants)} {}

  harness::Worker& worker(mutants::Mutant const* mutant, bool conformance) {
    if (!worker_ || mutant != mutant_ || conformance != worker_->checks_conformance()) {
      worker_.reset();
      auto options = campaign::worker_options(server_, 0, mutant, invariants_);
      options.conformance = conformance;
      worker_.emplace(std::move(options));
      mutant_ = mutant;
    }
    return *worker_;
  }

 private:
  server::Server& server_;
  std::vector<props::Invariant> invariants_;
  std::optional<harness::Worker> worker_;
  mutants::Mutant const* mutant_{nullptr};
};

bool is_worse(props::Report const& a, props::Report const& b) {
  if (a.findings.empty() != b.findings.empty()) return !a.findings.empty();
  return !a.undecided.empty() && b.undecided.empty();
}

/// Services other than the trace's own are expected to keep their word.
bool expects_violation(Trace const& trace, ReplayOptions const& options) {
  if (options.mutant && *options.mutant != trace.mutant) return false;
  return trace.expect == trace::Expect::violation;
}

Replayed replay_one(fs::path const& file, Trace const& trace, harness::Worker& worker,
                    ReplayOptions const& options) {
  Replayed replayed{.file = file};
  for (; replayed.runs < options.times && !interrupted(); ++replayed.runs) {
    auto examined = harness::replay(worker, trace.scenario);
    bool const strict = !options.regress && trace.run && !options.mutant;
    auto const away =
        strict ? harness::departure(trace.scenario, *trace.run, examined.result.run) : "";
    if (replayed.runs == 0 || is_worse(examined.report, replayed.told.report)) {
      replayed.told = std::move(examined);
    }
    if (away.empty()) continue;
    ++replayed.departed;
    if (replayed.departure.empty()) replayed.departure = away;
  }
  replayed.as_expected = replayed.violated() == expects_violation(trace, options);
  return replayed;
}

std::string verdict(Replayed const& replayed) {
  if (replayed.departed > 0) {
    return fmt::format("DEPARTED   {} of {} runs; the first at {}", replayed.departed,
                       replayed.runs, replayed.departure);
  }
  auto const times = replayed.runs == 1 ? std::string{} : fmt::format(" ({} times)", replayed.runs);
  if (!replayed.violated()) {
    return replayed.undecided() ? "UNDECIDED  " + replayed.told.report.undecided.front() + times
                                : "pass" + times;
  }
  std::string names;
  for (auto const& finding : replayed.told.report.findings) {
    names += (names.empty() ? "" : ", ") + finding.property;
  }
  return "VIOLATION  " + names + times;
}

std::string details(Replayed const& replayed, std::size_t width) {
  auto const& scenario = replayed.told.scenario;
  auto text = "\n" + trace::render_scenario(scenario, {width, false}) + "\n" +
              trace::render(scenario, replayed.told.result.run, {width, false});
  for (auto const& finding : replayed.told.report.findings) {
    text += "\n  why " + finding.property + "\n";
    for (auto const& line : finding.because) text += "    " + line + "\n";
  }
  return text;
}

ExitCode ending(Replayed const& replayed, ReplayOptions const& options) {
  if (replayed.departed > 0) return kFlaky;
  bool const wrong = options.regress ? !replayed.as_expected : replayed.violated();
  if (wrong) return kViolation;
  return replayed.undecided() && !replayed.violated() ? kInconclusive : kPass;
}

nlohmann::ordered_json json_of(Replayed const& replayed, ExitCode code) {
  auto findings = nlohmann::ordered_json::array();
  for (auto const& finding : replayed.told.report.findings) {
    findings.push_back({{"property", finding.property}, {"because", finding.because}});
  }
  return {{"trace", replayed.file.string()},     {"runs", replayed.runs},
          {"departed", replayed.departed},       {"departure", replayed.departure},
          {"as_expected", replayed.as_expected}, {"findings", std::move(findings)},
          {"exit_code", static_cast<int>(code)}};
}

trace::JunitCase to_junit(Replayed const& replayed, ExitCode code) {
  trace::JunitCase junit{.name = replayed.file.stem().stem().string(),
                         .classname = "relcheck.replay"};
  junit.file = replayed.file.string();
  if (code != kPass) {
    junit.result = trace::JunitCase::Result::failed;
    junit.message = verdict(replayed);
    junit.text = details(replayed, 100);
  }
  return junit;
}

}  // namespace

std::vector<fs::path> trace_files(std::vector<fs::path> const& named) {
  std::vector<fs::path> files;
  for (auto const& path : named) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (auto const& entry : fs::recursive_directory_iterator{path}) {
      if (entry.path().string().ends_with(".trace.json")) inside.push_back(entry.path());
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

ExitCode replay_command(ReplayOptions const& options) {
  std::vector<std::pair<fs::path, Trace>> traces;
  for (auto const& file : trace_files(options.traces)) {
    auto read = trace::read_trace(file);
    if (auto* error = std::get_if<trace::TraceError>(&read))
      return refuse({kUsage, error->message});
    traces.emplace_back(file, std::get<Trace>(std::move(read)));
  }
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  Console console{options.setting.json};
  if (traces.empty()) {
    console.say("no trace to replay");
    return options.regress ? kPass : kInconclusive;
  }
  auto server = start_server(options.setting, 1);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  Bench bench{*std::get<0>(server), std::get<0>(invariants)};
  ExitCode code = kPass;
  int passed = 0;
  auto all = nlohmann::ordered_json::array();
  std::vector<trace::JunitCase> junit;
  for (auto const& [file, trace] : traces) {
    auto mutant = mutant_named(options.mutant.value_or(trace.mutant));
    if (auto* refusal = std::get_if<Refusal>(&mutant)) return refuse(*refusal);
    auto const replayed = replay_one(
        file, trace,
        bench.worker(std::get<mutants::Mutant const*>(mutant), protocol::is_of_conformance(trace)),
        options);
    if (replayed.runs == 0) break;  // Interrupted before it began.
    auto const ended = ending(replayed, options);
    code = graver(code, ended);
    passed += ended == kPass ? 1 : 0;
    console.say(fmt::format("{}  {}", file.string(), verdict(replayed)));
    bool const tell = traces.size() == 1 || (options.regress && !replayed.as_expected);
    if (tell) console.say(details(replayed, console.width()));
    all.push_back(json_of(replayed, ended));
    junit.push_back(to_junit(replayed, ended));
    if (interrupted()) break;
  }
  if (!options.junit.empty()) {
    if (auto const error = trace::write_junit(options.junit, "relcheck replay", junit)) {
      return refuse({kEnvironment, error->message});
    }
  }
  if (options.setting.json) fmt::print("{}\n", all.dump(2));
  console.say(fmt::format("relcheck: {} passed, {} failed, {} skipped", passed,
                          junit.size() - static_cast<std::size_t>(passed),
                          traces.size() - junit.size()));
  return interrupted() ? graver(code, kInconclusive) : code;
}

}  // namespace properties::cli
