#include "properties/campaign/canary.hpp"

#include "properties/campaign/campaign.hpp"
#include "properties/schedule/strategy.hpp"

namespace properties::campaign {
namespace {

/// The chance that a correct scheduler misses it this often is below 10^-15.
constexpr int kCanarySchedules = 100;

trace::Scenario follow_beside_block() {
  trace::Scenario scenario;
  scenario.accounts = {{model::UserId{1}, false}, {model::UserId{2}, false}};
  scenario.sessions = {{"c1", {model::Follow{model::UserId{1}, model::UserId{2}}}},
                       {"c2", {model::Block{model::UserId{2}, model::UserId{1}}}}};
  return scenario;
}

}  // namespace

Canary sing(server::Server& server, std::vector<props::Invariant> const& invariants) {
  auto const* mutant = mutants::find_mutant("checks_block_before_lock");
  harness::Worker worker{worker_options(server, 0, mutant, invariants)};
  auto const& weighted = *schedule::find_strategy("weighted");
  Canary canary;
  while (!canary.found && canary.schedules < kCanarySchedules) {
    auto const strategy = weighted.make(static_cast<std::uint64_t>(canary.schedules), {20, 2});
    ++canary.schedules;
    auto const examined =
        harness::examine(worker, follow_beside_block(), *strategy, {"relations_linearize"});
    canary.found = !examined.report.findings.empty();
  }
  return canary;
}

}  // namespace properties::campaign
