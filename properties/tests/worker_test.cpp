#include "properties/harness/worker.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "properties/harness/examine.hpp"
#include "properties/tests/with_server.hpp"
#include "properties/trace/validate.hpp"

namespace properties::harness {
namespace {

using model::UserId;

trace::Scenario follow_beside_block() {
  trace::Scenario scenario;
  scenario.accounts = {{UserId{1}, false}, {UserId{2}, false}};
  scenario.sessions = {{"c1", {model::Follow{UserId{1}, UserId{2}}}},
                       {"c2", {model::Block{UserId{2}, UserId{1}}}}};
  return scenario;
}

class WorkerTest : public tests::WithServer {};

TEST_F(WorkerTest, refuses_a_reset_that_leaves_something) {
  mutants::Mutant keeps_posts{.name = "keeps_posts", .breaks = "", .what = "", .killed_by = ""};
  keeps_posts.schema =
      "INSERT INTO post VALUES (1, 1, 'PUBLIC', 0);"
      "CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS "
      "'BEGIN RETURN NULL; END';"
      "CREATE TRIGGER keep BEFORE DELETE ON post FOR EACH ROW EXECUTE FUNCTION keep()";
  auto const dirty = worker(&keeps_posts);
  try {
    static_cast<void>(replay(*dirty, follow_beside_block()));
    FAIL() << "the run began on a dirty table";
  } catch (std::logic_error const& error) {
    EXPECT_STREQ(error.what(), "dirty_start: a reset left behind post (1)");
  }
}

TEST_F(WorkerTest, calls_a_lost_connection_an_environment_error_and_goes_on_after_it) {
  mutants::Mutant dies{.name = "dies", .breaks = "", .what = "", .killed_by = ""};
  // Only a block checks the accounts, and only user 3 kills the backend.
  dies.statements = {{"check_accounts", R"sql(
      SELECT coalesce(pg_terminate_backend(CASE WHEN 3 IN ($1::bigint, $2::bigint)
                                                THEN pg_backend_pid() END), true))sql"}};
  auto const fragile = worker(&dies);
  auto scenario = follow_beside_block();
  EXPECT_NO_THROW(static_cast<void>(replay(*fragile, scenario)));
  auto deadly = scenario;
  deadly.accounts.push_back({UserId{3}, false});
  deadly.sessions[1].actions = {model::Block{UserId{3}, UserId{1}}};
  EXPECT_THROW(static_cast<void>(replay(*fragile, deadly)), EnvironmentError);
  auto const after = replay(*fragile, scenario);
  EXPECT_EQ(after.result.run.actions.size(), 2U);
}

class Refusing : public WorkerTest, public ::testing::WithParamInterface<char const*> {};

/// Ends the services' lock_pair with this SQLSTATE.
mutants::Mutant refusing(std::string const& sqlstate) {
  mutants::Mutant mutant{.name = "refuses", .breaks = "", .what = "", .killed_by = ""};
  mutant.schema =
      "CREATE OR REPLACE FUNCTION refuse() RETURNS text LANGUAGE plpgsql AS "
      "'BEGIN RAISE ''no'' USING ERRCODE = ''" +
      sqlstate + "''; END'";
  mutant.statements = {{"lock_pair", "SELECT refuse(), 0 WHERE $1::bigint <> $2::bigint"}};
  return mutant;
}

TEST_P(Refusing, what_the_machine_refuses_is_no_finding) {
  auto const mutant = refusing(GetParam());
  EXPECT_THROW(static_cast<void>(replay(*worker(&mutant), follow_beside_block())),
               EnvironmentError);
}

INSTANTIATE_TEST_SUITE_P(every, Refusing, ::testing::Values("53100", "58030", "57014", "55P03"));

TEST_F(WorkerTest, what_the_statement_itself_does_wrong_is_a_finding) {
  auto const mutant = refusing("22012");
  auto const examined = replay(*worker(&mutant), follow_beside_block());
  ASSERT_FALSE(examined.report.findings.empty());
  EXPECT_EQ(examined.report.findings.front().property, "no_defect");
}

TEST_F(WorkerTest, a_deleted_account_is_unknown_and_alive_again_in_the_next_case) {
  auto const own = worker();
  for (bool const deleted : {true, false, true}) {
    auto scenario = follow_beside_block();
    scenario.accounts.back().is_deleted = deleted;
    auto const examined = replay(*own, scenario);
    EXPECT_TRUE(examined.report.findings.empty());
    EXPECT_EQ(examined.result.run.quiet.events.empty(), deleted);
  }
}

TEST_F(WorkerTest, makes_runs_that_fit_their_scenario) {
  auto const own = worker();
  for (int k = 0; k < 10; ++k) {
    auto const scenario = follow_beside_block();
    auto const strategy = tests::strategy_for(1, k, scenario);
    auto const examined = examine(*own, scenario, *strategy);
    auto const flaw = trace::find_flaw(examined.scenario, examined.result.run);
    EXPECT_FALSE(flaw.has_value()) << flaw->place << ": " << flaw->what;
    EXPECT_TRUE(examined.report.findings.empty());
    EXPECT_TRUE(examined.result.run.quiet.broken.empty());
  }
}

TEST_F(WorkerTest, gives_a_delivery_of_an_event_that_never_comes_up) {
  auto const own = worker();
  auto scenario = follow_beside_block();
  scenario.sessions = {{"p1", {trace::Deliver{model::Seq{1}}, trace::Deliver{model::Seq{5}}}},
                       scenario.sessions[0]};
  auto const examined = replay(*own, scenario);
  int made = 0;
  int empty = 0;
  for (auto const& record : examined.result.run.actions) {
    if (record.session != 0) continue;
    made += std::holds_alternative<trace::Returned>(record.completion) ? 1 : 0;
    empty += std::holds_alternative<trace::Void>(record.completion) ? 1 : 0;
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(empty, 1);
}

}  // namespace
}  // namespace properties::harness
