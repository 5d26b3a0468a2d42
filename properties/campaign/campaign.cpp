#include "properties/campaign/campaign.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "properties/harness/perform.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/schedule/cpus.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::campaign {
namespace {

using harness::Examined;
using std::chrono::steady_clock;

/// Streams of random numbers, one a purpose.
enum Purpose : std::uint64_t { kPrograms = 1, kSchedules = 2 };

constexpr std::size_t kUndecidedKept = 10;

double seconds_since(steady_clock::time_point begun) {
  return std::chrono::duration<double>(steady_clock::now() - begun).count();
}

}  // namespace

harness::Worker::Options worker_options(server::Server& server, int worker,
                                        mutants::Mutant const* mutant,
                                        std::vector<props::Invariant> invariants) {
  static auto const cpus = schedule::usable_cpus();
  harness::Worker::Options options;
  options.dsn = server.worker_dsn(worker);
  options.same_host = server.same_host();
  options.cpu = options.same_host && !cpus.empty()
                    ? cpus[static_cast<std::size_t>(worker) % cpus.size()]
                    : -1;
  options.mutant = mutant;
  options.invariants = std::move(invariants);
  return options;
}

/// One worker and what it has counted.
struct Campaign::Lane {
  explicit Lane(harness::Worker::Options options) : worker{std::move(options)} {}
  harness::Worker worker;
  Summary counted{};
};

Campaign::Campaign(Plan plan, server::Server& server, Listener listener,
                   std::function<bool()> stopped)
    : plan_{std::move(plan)},
      server_{server},
      listener_{std::move(listener)},
      stopped_{std::move(stopped)},
      begun_{steady_clock::now()} {}

Campaign::~Campaign() = default;

Summary Campaign::run() {
  begun_ = steady_clock::now();
  summary_.properties =
      plan_.conformance ? plan_.properties : props::property_names(plan_.invariants);
  std::vector<std::thread> threads;
  for (int number = 0; number < plan_.jobs; ++number) {
    threads.emplace_back([this, number] { work(number); });
  }
  for (auto& thread : threads) thread.join();
  summary_.seconds = seconds_since(begun_);
  if (failure_) summary_.stopped_because = "it failed";
  if (summary_.stopped_because.empty()) {
    summary_.stopped_because = stopped_ && stopped_() ? "interrupted" : "the budget is used";
  }
  if (failure_) std::rethrow_exception(failure_);
  return summary_;
}

void Campaign::work(int number) {
  std::optional<Lane> lane;
  try {
    auto options = worker_options(server_, number, plan_.mutant, plan_.invariants);
    options.conformance = plan_.conformance;
    schedule::Pinned const pinned{options.cpu};
    lane.emplace(std::move(options));
    for (std::int64_t i = 0; !over(); ++i) {
      run_program(*lane, plan_.shard + plan_.shards * (number + plan_.jobs * i));
    }
  } catch (...) {
    std::lock_guard const lock{reporting_};
    if (!failure_) failure_ = std::current_exception();
    stop_ = true;
  }
  std::lock_guard const lock{reporting_};
  if (lane) fold(*lane);
}

void Campaign::run_program(Lane& lane, std::int64_t program) {
  auto const number = static_cast<std::uint64_t>(program);
  auto const scenario = program_of(schedule::derive_seed(plan_.seed, kPrograms, number));
  auto const outlook = harness::outlook_of(scenario);
  auto const& kinds = schedule::all_strategies();
  ++lane.counted.programs;
  int const schedules = scenario.sessions.size() < 2 ? 1 : plan_.schedules_per_program;
  for (int k = 0; k < schedules && !over(); ++k) {
    auto const& kind = plan_.strategy.empty() ? kinds[static_cast<std::size_t>(k) % kinds.size()]
                                              : *schedule::find_strategy(plan_.strategy);
    auto const strategy = kind.make(
        schedule::derive_seed(plan_.seed, kSchedules, number * 1024 + static_cast<unsigned>(k)),
        outlook);
    auto const examined = harness::examine(lane.worker, scenario, *strategy, plan_.properties);
    judge_case(lane, examined, CaseId{plan_.seed, program, k});
  }
}

trace::Scenario Campaign::program_of(std::uint64_t seed) const {
  if (!plan_.conformance) return gen::generate(seed, plan_.mix);
  auto const most = static_cast<std::size_t>(plan_.mix.max_sessions);
  return protocol::conforming_program(seed, most);
}

void Campaign::judge_case(Lane& lane, Examined const& examined, CaseId const& id) {
  auto& counted = lane.counted;
  ++counted.cases;
  ++tally_.cases;
  counted.operations += static_cast<std::int64_t>(examined.result.run.actions.size());
  counted.steps += examined.result.steps;
  counted.longest_run = std::max<std::int64_t>(counted.longest_run, examined.result.steps);
  counted.blocked_steps += examined.result.blocked_steps;
  counted.blocked_cases += examined.result.blocked_steps > 0 ? 1 : 0;
  for (auto const& change : examined.scenario.schedule.switches) {
    counted.preemptions += change.after ? 0 : 1;
  }
  counted.coverage.count(examined.result.run);
  for (auto const& property : examined.report.held) ++counted.held[property];
  if (!examined.report.undecided.empty()) {
    ++counted.undecided_runs;
    for (auto const& why : examined.report.undecided) {
      if (counted.undecided.size() < kUndecidedKept) counted.undecided.push_back(why);
    }
  }
  if (!examined.report.findings.empty()) handle(lane, examined, id);
}

bool Campaign::wanted(std::string const& property) {
  auto const already =
      std::count_if(summary_.findings.begin(), summary_.findings.end(),
                    [&](FindingReport const& finding) { return finding.raw_property == property; });
  return plan_.keep_going ? already < plan_.per_property : summary_.findings.empty();
}

void Campaign::handle(Lane& lane, Examined const& examined, CaseId const& id) {
  std::lock_guard const lock{reporting_};
  ++tally_.findings;
  if (!wanted(examined.report.findings.front().property)) {
    ++lane.counted.more_findings;
    return;
  }
  auto finding = boil_down(lane, examined, id);
  if (listener_.on_finding) listener_.on_finding(finding);
  summary_.findings.push_back(std::move(finding));
  if (plan_.keep_going) return;
  summary_.stopped_because = "a violation was found";
  stop_ = true;
}

FindingReport Campaign::boil_down(Lane& lane, Examined const& examined, CaseId const& id) {
  FindingReport report;
  report.id = id;
  report.cases_before = tally_.cases;
  report.seconds_before = seconds_since(begun_);
  return campaign::boil_down(lane.worker, {plan_, server_, listener_, stopped_}, examined,
                             std::move(report));
}

bool Campaign::over() const {
  if (stop_ || (stopped_ && stopped_())) return true;
  if (plan_.cases && tally_.cases >= *plan_.cases) return true;
  return plan_.time && steady_clock::now() - begun_ >= *plan_.time;
}

void Campaign::fold(Lane const& lane) {
  auto const& counted = lane.counted;
  summary_.cases += counted.cases;
  summary_.programs += counted.programs;
  summary_.operations += counted.operations;
  summary_.steps += counted.steps;
  summary_.blocked_cases += counted.blocked_cases;
  summary_.blocked_steps += counted.blocked_steps;
  summary_.preemptions += counted.preemptions;
  summary_.longest_run = std::max(summary_.longest_run, counted.longest_run);
  summary_.more_findings += counted.more_findings;
  summary_.undecided_runs += counted.undecided_runs;
  for (auto const& [property, count] : counted.held) summary_.held[property] += count;
  for (auto const& why : counted.undecided) {
    if (summary_.undecided.size() < kUndecidedKept) summary_.undecided.push_back(why);
  }
  summary_.coverage.merge(counted.coverage);
}

}  // namespace properties::campaign
