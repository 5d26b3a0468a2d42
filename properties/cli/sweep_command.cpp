#include "properties/cli/sweep_command.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "properties/cli/console.hpp"
#include "properties/cli/explore_report.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/listeners.hpp"
#include "properties/cli/report.hpp"
#include "properties/explore/all.hpp"
#include "properties/explore/sweep.hpp"
#include "properties/trace/whole_file.hpp"
#include "properties/version.hpp"

namespace properties::cli {
namespace {

using explore::About;
using explore::Progress;
using explore::Sweep;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{250};
constexpr std::chrono::seconds kSaveEvery{5};

std::variant<Progress, Refusal> begun_progress(ExploreOptions const& options, About const& about) {
  if (options.resume.empty() || !std::filesystem::exists(options.resume)) return Progress{};
  std::ifstream in{options.resume, std::ios::binary};
  std::string const text{std::istreambuf_iterator<char>{in}, {}};
  if (!in.good() && !in.eof()) return Refusal{kUsage, options.resume.string() + " cannot be read"};
  auto progress = explore::decode_progress(text, about);
  if (auto* message = std::get_if<std::string>(&progress)) {
    return Refusal{kUsage, options.resume.string() + ": " + *message};
  }
  return std::get<0>(std::move(progress));
}

std::optional<Refusal> save(ExploreOptions const& options, About const& about,
                            Progress const& progress) {
  if (options.resume.empty()) return std::nullopt;
  auto const error = trace::write_whole(options.resume, explore::encode_progress(about, progress));
  if (error) return Refusal{kEnvironment, error->message};
  return std::nullopt;
}

/// Shows how far the sweep has come, and saves it, until the sweep has ended.
class SweepWatch {
 public:
  SweepWatch(Sweep& sweep, Console& console, std::mutex& turn,
             std::function<void(Progress const&)> save)
      : thread_{[&sweep, &console, &turn, save = std::move(save)](std::stop_token const& stop) {
          auto const begun = steady_clock::now();
          auto saved = begun;
          std::mutex idle;
          std::condition_variable_any bell;
          while (!stop.stop_requested()) {
            std::unique_lock lock{idle};
            bell.wait_for(lock, stop, kLook, [] { return false; });
            auto const now = steady_clock::now();
            auto const progress = sweep.progress();
            if (now - saved >= kSaveEvery) {
              save(progress);
              saved = now;
            }
            tell(progress, std::chrono::duration<double>(now - begun).count(), console, turn);
          }
        }} {}

 private:
  static void tell(Progress const& progress, double seconds, Console& console, std::mutex& turn) {
    std::lock_guard const mine{turn};
    console.progress(fmt::format("explore   {} of {} scenarios  {} executions  {}",
                                 grouped(progress.count_done()),
                                 grouped(static_cast<std::int64_t>(progress.done.size())),
                                 grouped(progress.executions), duration(seconds)));
  }
  std::jthread thread_;
};

ExitCode conclude(Sweep const& sweep, Progress const& progress) {
  bool flaky = false;
  for (auto const& finding : sweep.findings()) {
    if (!finding.flaky()) return kViolation;
    flaky = true;
  }
  if (flaky) return kFlaky;
  if (progress.violating > 0) return kViolation;  // Found before the exploration was resumed.
  auto const all = static_cast<std::int64_t>(progress.done.size());
  return progress.count_done() == all && progress.undecided == 0 ? kPass : kInconclusive;
}

void print_json(Sweep const& sweep, Progress const& progress, ExitCode code) {
  auto json = to_json(progress);
  json["findings"] = nlohmann::ordered_json::array();
  for (auto const& finding : sweep.findings()) json["findings"].push_back(to_json(finding));
  json["exit_code"] = static_cast<int>(code);
  fmt::print("{}\n", json.dump(2));
}

ExitCode explore_all(ExploreOptions const& options, campaign::Plan const& plan, About const& about,
                     std::vector<trace::Scenario> const& scenarios, Progress begun) {
  auto server = start_server(options.setting, plan.jobs);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  Console console{options.setting.json};
  console.say(
      fmt::format("relcheck {}  PostgreSQL {}  {}: {} scenarios, {} done before  {} workers",
                  kVersion, std::get<0>(server)->version(), about.what,
                  grouped(static_cast<std::int64_t>(scenarios.size())), grouped(begun.count_done()),
                  plan.jobs));
  std::mutex turn;
  Sweep sweep{{plan, scenarios},
              *std::get<0>(server),
              taking_turns(listener_of(console), turn),
              std::move(begun),
              interrupted};
  std::optional<Refusal> cut_short;
  auto const started = steady_clock::now();
  try {
    SweepWatch const watch{sweep, console, turn,
                           [&](Progress const& now) { (void)save(options, about, now); }};
    sweep.run();
  } catch (schedule::EnvironmentError const& error) {
    cut_short = environment_failed(error, *std::get<0>(server));
  }
  console.clear();
  auto const progress = sweep.progress();
  auto code = conclude(sweep, progress);
  if (auto refusal = save(options, about, progress)) code = graver(code, refuse(*refusal));
  if (cut_short) code = graver(code, refuse(*cut_short));
  console.say(show(progress, scenarios));
  auto const seconds = std::chrono::duration<double>(steady_clock::now() - started).count();
  console.say("took           " + duration(seconds));
  if (options.setting.json) print_json(sweep, progress, code);
  console.say(fmt::format("relcheck: {} passed, {} failed, {} skipped",
                          progress.count_done() - progress.violating, progress.violating,
                          static_cast<std::int64_t>(scenarios.size()) - progress.count_done()));
  return code;
}

}  // namespace

ExitCode sweep_command(ExploreOptions const& options, campaign::Plan const& plan) {
  auto const scenarios = explore::all_scenarios(options.all_pairs ? 2 : 3);
  About const about{options.all_pairs ? "pairs" : "triples", options.mutant, scenarios.size()};
  auto begun = begun_progress(options, about);
  if (auto* refusal = std::get_if<Refusal>(&begun)) return refuse(*refusal);
  return explore_all(options, plan, about, scenarios, std::get<0>(std::move(begun)));
}

}  // namespace properties::cli
