#include "properties/cli/explore_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/explore_report.hpp"
#include "properties/cli/hunt_options.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/listeners.hpp"
#include "properties/cli/report.hpp"
#include "properties/cli/sweep_command.hpp"
#include "properties/explore/explore.hpp"
#include "properties/explore/operations.hpp"
#include "properties/explore/walk.hpp"
#include "properties/version.hpp"

namespace properties::cli {
namespace {

using std::chrono::steady_clock;

std::optional<Refusal> ill_chosen(ExploreOptions const& options) {
  int const ways =
      (options.ops.empty() ? 0 : 1) + (options.all_pairs ? 1 : 0) + (options.all_triples ? 1 : 0);
  if (ways != 1) {
    return Refusal{kUsage,
                   "give one of --ops, --all-pairs and --all-triples: for example "
                   "--ops 'follow(a,b) || block(b,a)'"};
  }
  bool const one = !options.ops.empty();
  if (!one && (!options.given.empty() || !options.private_users.empty())) {
    return Refusal{kUsage, "--given and --private go with --ops: the others begin in every state"};
  }
  if (one && !options.resume.empty()) {
    return Refusal{kUsage, "--resume goes with --all-pairs and --all-triples"};
  }
  if (one && (options.keep_going || options.jobs > 0)) {
    return Refusal{kUsage,
                   "--jobs and --keep-going go with --all-pairs and --all-triples: one scenario is "
                   "explored to its end, by one worker"};
  }
  if (options.until_covered && (!one || options.no_reduction)) {
    return Refusal{kUsage,
                   "--until-covered goes with --ops, and without --no-reduction: it walks "
                   "one scenario at random"};
  }
  if (!one && options.no_reduction) {
    return Refusal{kUsage, "--no-reduction goes with --ops: the others have too many schedules"};
  }
  return std::nullopt;
}

/// One scenario explored to the end.
class One {
 public:
  One(ExploreOptions const& options, campaign::Plan const& plan, server::Server& server,
      trace::Scenario scenario)
      : options_{options}, plan_{plan}, server_{server}, scenario_{std::move(scenario)} {}

  ExitCode run() {
    console_.say(fmt::format("relcheck {}  PostgreSQL {}", kVersion, server_.version()));
    Explored explored{.scenario = scenario_, .exploration = {}};
    std::optional<Refusal> cut_short;
    try {
      explore(explored);
    } catch (schedule::EnvironmentError const& error) {
      cut_short = environment_failed(error, server_);
    }
    console_.clear();
    if (!cut_short) console_.say(show(explored));
    auto code = conclude(explored);
    if (cut_short) code = graver(code, refuse(*cut_short));
    if (options_.setting.json) print_json(explored, code);
    console_.say(fmt::format("relcheck: {} passed, {} failed, {} skipped", code == kPass ? 1 : 0,
                             finding_ ? 1 : 0, code != kPass && !finding_ ? 1 : 0));
    return code;
  }

 private:
  void explore(Explored& explored) {
    harness::Worker worker{campaign::worker_options(server_, 0, plan_.mutant, plan_.invariants)};
    if (options_.until_covered) {
      walk(worker, explored);
      return;
    }
    explored.exploration = explore::explore(worker, scenario_, plan_.mutant,
                                            limits_of(worker, !options_.no_reduction, "explore"));
    if (options_.no_reduction || interrupted()) return;
    if (explore::has_token_window(scenario_)) {
      explored.windows = {window(worker, model::TokenRead::plain),
                          window(worker, model::TokenRead::locking)};
    }
    if (options_.count == 0) return;
    auto limits = limits_of(worker, false, "count");
    limits.executions = options_.count;
    explored.counted = explore::explore(worker, scenario_, plan_.mutant, limits);
  }

  void walk(harness::Worker& worker, Explored& explored) {
    explore::EdgeCoverage coverage{*options_.until_covered};
    explored.exploration = explore::walk(
        worker, scenario_, {schedule::find_strategy(options_.strategy), options_.seed}, coverage,
        limits_of(worker, true, "walk"));
    explored.covered = {options_.strategy, coverage.patience(), coverage.states(),
                        coverage.edges()};
  }

  explore::TokenWindow window(harness::Worker& worker, model::TokenRead read) {
    return explore::explore_window(worker, explore::with_tokens(scenario_, read), plan_.mutant,
                                   limits_of(worker, true, "T5"));
  }

  explore::Limits limits_of(harness::Worker& worker, bool reduction, char const* doing) {
    runs_ = 0;
    explore::Limits limits{.reduction = reduction, .executions = options_.executions};
    limits.stopped = [this, doing] {
      if (runs_++ % 20 == 0) {
        console_.progress(fmt::format("{:<9} {} executions", doing, grouped(runs_)));
      }
      return interrupted() || (plan_.time && steady_clock::now() - begun_ >= *plan_.time);
    };
    limits.on_violation = [this, &worker](harness::Examined const& examined) {
      if (!finding_) boil_down(worker, examined);
    };
    return limits;
  }

  void boil_down(harness::Worker& worker, harness::Examined const& examined) {
    campaign::FindingReport report;
    report.id.origin = fmt::format("explore, execution {}", runs_);
    report.cases_before = runs_;
    auto const listener = listener_of(console_);
    std::function<bool()> const stopped = interrupted;
    finding_ = campaign::boil_down(worker, {plan_, server_, listener, stopped}, examined,
                                   std::move(report));
    listener.on_finding(*finding_);
  }

  [[nodiscard]] ExitCode conclude(Explored const& explored) const {
    if (finding_) return finding_->flaky() ? kFlaky : kViolation;
    bool const decided = explored.exploration.undecided == 0;
    return explored.exploration.finished && decided ? kPass : kInconclusive;
  }

  void print_json(Explored const& explored, ExitCode code) const {
    auto json = to_json(explored);
    json["findings"] = nlohmann::ordered_json::array();
    if (finding_) json["findings"].push_back(to_json(*finding_));
    json["exit_code"] = static_cast<int>(code);
    fmt::print("{}\n", json.dump(2));
  }

  ExploreOptions const& options_;
  campaign::Plan const& plan_;
  server::Server& server_;
  trace::Scenario scenario_;
  Console console_{options_.setting.json};
  steady_clock::time_point begun_{steady_clock::now()};
  std::int64_t runs_{0};
  std::optional<campaign::FindingReport> finding_;
};

}  // namespace

ExitCode explore_command(ExploreOptions const& options) {
  if (auto const refusal = ill_chosen(options)) return refuse(*refusal);
  auto strategy = strategy_named(options.strategy);
  if (auto const* refusal = std::get_if<Refusal>(&strategy)) return refuse(*refusal);
  auto plan = plan_of(options);
  if (auto* refusal = std::get_if<Refusal>(&plan)) return refuse(*refusal);
  auto& chosen = std::get<campaign::Plan>(plan);
  if (options.ops.empty()) return sweep_command(options, chosen);
  auto scenario = explore::read_scenario({options.ops, options.given, options.private_users});
  if (auto* bad = std::get_if<explore::BadText>(&scenario)) {
    return refuse({kUsage, bad->message});
  }
  auto server = start_server(options.setting, 1);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  return One{options, chosen, *std::get<0>(server), std::get<0>(std::move(scenario))}.run();
}

}  // namespace properties::cli
