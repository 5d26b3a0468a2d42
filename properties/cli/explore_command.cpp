#include "properties/cli/explore_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/explore_report.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/listeners.hpp"
#include "properties/cli/report.hpp"
#include "properties/cli/sweep_command.hpp"
#include "properties/explore/explore.hpp"
#include "properties/explore/operations.hpp"
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
  if (!one && options.no_reduction) {
    return Refusal{kUsage, "--no-reduction goes with --ops: the others have too many schedules"};
  }
  return std::nullopt;
}

std::variant<campaign::Plan, Refusal> plan_of(ExploreOptions const& options) {
  campaign::Plan plan;
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return *refusal;
  plan.invariants = std::get<0>(std::move(invariants));
  auto mutant = mutant_named(options.mutant);
  if (auto* refusal = std::get_if<Refusal>(&mutant)) return *refusal;
  plan.mutant = std::get<0>(mutant);
  if (options.seconds) {
    plan.time = std::chrono::milliseconds{static_cast<std::int64_t>(*options.seconds * 1000)};
  }
  auto const cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  plan.jobs = options.jobs > 0 ? options.jobs : cores;
  plan.keep_going = options.keep_going;
  plan.shrink = !options.no_shrink;
  plan.shrink_for =
      std::chrono::milliseconds{static_cast<std::int64_t>(options.shrink_seconds * 1000)};
  plan.out = options.out;
  return plan;
}

/// One scenario explored to the end.
class One {
 public:
  One(ExploreOptions const& options, campaign::Plan const& plan, server::Server& server,
      trace::Scenario scenario)
      : options_{options}, plan_{plan}, server_{server}, scenario_{std::move(scenario)} {}

  ExitCode run() {
    console_.say(fmt::format("relcheck {}  PostgreSQL {}", kVersion, server_.version()));
    harness::Worker worker{campaign::worker_options(server_, 0, plan_.mutant, plan_.invariants)};
    Explored explored{scenario_, explore(worker, !options_.no_reduction, options_.executions), {}};
    if (!options_.no_reduction && options_.count > 0 && !interrupted()) {
      explored.counted = explore(worker, false, options_.count);
    }
    console_.clear();
    console_.say(show(explored));
    std::vector<campaign::FindingReport> findings;
    if (explored.exploration.first_violation) {
      findings.push_back(boil_down(worker, explored.exploration));
    }
    auto const code = conclude(explored, findings);
    if (options_.setting.json) {
      auto json = to_json(explored);
      json["findings"] = nlohmann::ordered_json::array();
      for (auto const& finding : findings) json["findings"].push_back(cli::to_json(finding));
      json["exit_code"] = static_cast<int>(code);
      fmt::print("{}\n", json.dump(2));
    }
    console_.say(fmt::format("relcheck: {} passed, {} failed, {} skipped", code == kPass ? 1 : 0,
                             findings.empty() ? 0 : 1, code != kPass && findings.empty() ? 1 : 0));
    return code;
  }

 private:
  explore::Exploration explore(harness::Worker& worker, bool reduction, std::int64_t bound) {
    explore::Limits limits{.reduction = reduction, .executions = bound};
    std::int64_t runs = 0;
    limits.stopped = [&] {
      if (runs++ % 20 == 0) {
        console_.progress(
            fmt::format("{}   {} executions", reduction ? "explore" : "count  ", grouped(runs)));
      }
      return interrupted() || (plan_.time && steady_clock::now() - begun_ >= *plan_.time);
    };
    return explore::explore(worker, scenario_, plan_.mutant, limits);
  }

  campaign::FindingReport boil_down(harness::Worker& worker,
                                    explore::Exploration const& exploration) {
    campaign::FindingReport report;
    report.id = {0, 0, 0, true};
    report.cases_before = exploration.executions;
    auto const listener = listener_of(console_);
    std::function<bool()> const stopped = interrupted;
    auto finding = campaign::boil_down(worker, {plan_, server_, listener, stopped},
                                       *exploration.first_violation, std::move(report));
    listener.on_finding(finding);
    return finding;
  }

  static ExitCode conclude(Explored const& explored,
                           std::vector<campaign::FindingReport> const& findings) {
    if (!findings.empty()) return findings.front().flaky() ? kFlaky : kViolation;
    bool const decided = explored.exploration.undecided == 0;
    return explored.exploration.finished && decided ? kPass : kInconclusive;
  }

  ExploreOptions const& options_;
  campaign::Plan const& plan_;
  server::Server& server_;
  trace::Scenario scenario_;
  Console console_{options_.setting.json};
  steady_clock::time_point begun_{steady_clock::now()};
};

}  // namespace

ExitCode explore_command(ExploreOptions const& options) {
  if (auto const refusal = ill_chosen(options)) return refuse(*refusal);
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
