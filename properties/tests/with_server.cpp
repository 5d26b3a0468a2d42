#include "properties/tests/with_server.hpp"

#include <algorithm>

#include "properties/campaign/campaign.hpp"
#include "properties/harness/perform.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::tests {

std::unique_ptr<server::Server> WithServer::server_;

void WithServer::SetUpTestSuite() {
  server::Options options;
  options.deadlock_timeout = std::chrono::milliseconds{50};
  auto started = server::Server::start(options);
  ASSERT_TRUE(started.ok()) << started.problem().line();
  server_ = std::move(started.value());
}

void WithServer::TearDownTestSuite() { server_.reset(); }

std::string WithServer::dsn() { return server_->worker_dsn(0); }

std::unique_ptr<harness::Worker> WithServer::worker(mutants::Mutant const* mutant) {
  return std::make_unique<harness::Worker>(
      campaign::worker_options(*server_, 0, mutant, props::all_invariants()));
}

bool fails(harness::Examined const& examined, std::string_view property) {
  auto const& findings = examined.report.findings;
  return std::any_of(findings.begin(), findings.end(),
                     [&](props::Finding const& finding) { return finding.property == property; });
}

std::unique_ptr<schedule::Strategy> strategy_for(std::uint64_t program, int k,
                                                 trace::Scenario const& scenario) {
  schedule::Outlook outlook{0, static_cast<int>(scenario.sessions.size())};
  for (auto const& session : scenario.sessions) {
    for (auto const& action : session.actions) outlook.steps += harness::expected_steps(action);
  }
  auto const& kinds = schedule::all_strategies();
  auto const seed = schedule::derive_seed(program, 2, static_cast<std::uint64_t>(k));
  return kinds[static_cast<std::size_t>(k) % kinds.size()].make(seed, outlook);
}

}  // namespace properties::tests
