#include "properties/explore/sweep.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "properties/campaign/campaign.hpp"
#include "properties/schedule/cpus.hpp"

namespace properties::explore {

using std::chrono::steady_clock;

std::int64_t Progress::count_done() const { return std::count(done.begin(), done.end(), true); }

Sweep::Sweep(Plan plan, server::Server& server, campaign::Listener listener, Progress progress,
             std::function<bool()> stopped)
    : plan_{std::move(plan)},
      server_{server},
      listener_{std::move(listener)},
      stopped_{std::move(stopped)},
      begun_{steady_clock::now()},
      progress_{std::move(progress)} {
  progress_.done.resize(plan_.scenarios.size(), false);
}

void Sweep::run() {
  begun_ = steady_clock::now();
  std::vector<std::thread> threads;
  for (int number = 0; number < plan_.hunt.jobs; ++number) {
    threads.emplace_back([this, number] { work(number); });
  }
  for (auto& thread : threads) thread.join();
  if (failure_) std::rethrow_exception(failure_);
}

Progress Sweep::progress() {
  std::lock_guard const lock{mutex_};
  return progress_;
}

void Sweep::work(int number) {
  try {
    auto options =
        campaign::worker_options(server_, number, plan_.hunt.mutant, plan_.hunt.invariants);
    schedule::Pinned const pinned{options.cpu};
    harness::Worker worker{std::move(options)};
    Limits limits;
    limits.stopped = [this] { return over(); };
    limits.only = plan_.hunt.properties;
    for (auto scenario = take(); scenario; scenario = take()) {
      limits.on_violation = [&](harness::Examined const& examined) {
        handle(worker, *scenario, examined);
      };
      auto const exploration =
          explore(worker, plan_.scenarios[*scenario], plan_.hunt.mutant, limits);
      if (exploration.finished) note(*scenario, exploration);
    }
  } catch (...) {
    std::lock_guard const lock{mutex_};
    if (!failure_) failure_ = std::current_exception();
    stop_ = true;
  }
}

std::optional<std::size_t> Sweep::take() {
  if (over()) return std::nullopt;
  std::lock_guard const lock{mutex_};
  while (next_ < progress_.done.size() && progress_.done[next_]) ++next_;
  if (next_ == progress_.done.size()) return std::nullopt;
  return next_++;
}

void Sweep::note(std::size_t scenario, Exploration const& exploration) {
  std::lock_guard const lock{mutex_};
  progress_.done[scenario] = true;
  progress_.executions += exploration.executions;
  progress_.redundant += exploration.redundant;
  progress_.outcomes += static_cast<std::int64_t>(exploration.outcomes.size());
  progress_.lock_waits += exploration.lock_waits;
  for (auto const& [victim, count] : exploration.victims) progress_.deadlocks += count;
  progress_.undecided += exploration.undecided;
  if (exploration.executions <= progress_.most_executions) return;
  progress_.most_executions = exploration.executions;
  progress_.most_in = scenario;
}

void Sweep::handle(harness::Worker& worker, std::size_t scenario,
                   harness::Examined const& examined) {
  note_violation(scenario);
  std::lock_guard const mine{reporting_};
  auto const property = examined.report.findings.front().property;
  auto const known = std::count_if(findings_.begin(), findings_.end(), [&](auto const& finding) {
    return finding.raw_property == property;
  });
  if (stop_ || known >= plan_.hunt.per_property) return;
  campaign::FindingReport report;
  report.id = {0, static_cast<std::int64_t>(scenario), 0, "explore"};
  report.cases_before = progress().executions;
  report.seconds_before = std::chrono::duration<double>(steady_clock::now() - begun_).count();
  auto finding = campaign::boil_down(worker, {plan_.hunt, server_, listener_, stopped_}, examined,
                                     std::move(report));
  if (listener_.on_finding) listener_.on_finding(finding);
  findings_.push_back(std::move(finding));
  if (!plan_.hunt.keep_going) stop_ = true;
}

/// At once: whatever cuts the sweep short, it is not forgotten, and not counted again.
void Sweep::note_violation(std::size_t scenario) {
  std::lock_guard const lock{mutex_};
  progress_.done[scenario] = true;
  ++progress_.violating;
}

bool Sweep::over() const {
  if (stop_ || (stopped_ && stopped_())) return true;
  return plan_.hunt.time && steady_clock::now() - begun_ >= *plan_.hunt.time;
}

}  // namespace properties::explore
