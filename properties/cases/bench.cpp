#include "properties/cases/bench.hpp"

#include <stdexcept>
#include <utility>

#include "properties/campaign/campaign.hpp"
#include "properties/harness/perform.hpp"
#include "properties/schedule/cpus.hpp"

namespace properties::cases {
namespace {

constexpr int kMain = 0;
constexpr int kOther = 1;
constexpr int kFree = 2;

mutants::Mutant const* control_named(std::string_view name) {
  auto const* mutant = mutants::find_mutant(name);
  if (mutant == nullptr) throw std::logic_error{"there is no mutant " + std::string{name}};
  return mutant;
}

}  // namespace

Bench::Bench(Options options) : options_{std::move(options)} {}

std::unique_ptr<harness::Worker> Bench::make_worker(int number, Kind kind) const {
  auto invariants = options_.invariants;
  if (kind.large) {
    for (auto& invariant : invariants) invariant.when = props::When::quiescent;
  }
  return std::make_unique<harness::Worker>(
      campaign::worker_options(options_.server, number, kind.mutant, std::move(invariants)));
}

harness::Worker& Bench::worker_for(Kind kind) {
  if (kind == Kind{options_.mutant, false}) {
    if (!main_) main_ = make_worker(kMain, kind);
    return *main_;
  }
  if (other_ && other_kind_ == kind) return *other_;
  other_.reset();
  other_ = make_worker(kOther, kind);
  other_kind_ = kind;
  return *other_;
}

harness::Examined Bench::run(Trial trial) {
  auto& worker = worker_for(
      Kind{trial.control.empty() ? options_.mutant : control_named(trial.control), trial.large});
  schedule::Pinned const pinned{worker.cpu()};
  if (trial.strategy != nullptr) {
    return harness::examine(worker, std::move(trial.scenario), *trial.strategy);
  }
  if (trial.walk.empty()) return harness::replay(worker, trial.scenario);
  auto const* kind = schedule::find_strategy(trial.walk);
  if (kind == nullptr) throw std::logic_error{"there is no walk " + std::string{trial.walk}};
  auto const walk = kind->make(trial.seed, harness::outlook_of(trial.scenario));
  return harness::examine(worker, std::move(trial.scenario), *walk);
}

FreeRun Bench::run_freely(trace::Scenario scenario) {
  return cases::run_freely(
      {options_.server.worker_dsn(kFree), options_.invariants, options_.mutant},
      std::move(scenario));
}

harness::Table Bench::look(std::string const& sql) {
  if (!eye_) eye_ = std::make_unique<harness::Pg>(options_.server.worker_dsn(kMain));
  return eye_->query(sql);
}

}  // namespace properties::cases
