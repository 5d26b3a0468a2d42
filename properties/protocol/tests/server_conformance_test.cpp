#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "properties/harness/examine.hpp"
#include "properties/protocol/bounds.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/protocol/translate.hpp"
#include "properties/protocol/wander.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/shrink/shrink.hpp"
#include "properties/tests/with_server.hpp"
#include "properties/trace/show.hpp"

namespace properties::protocol {
namespace {

using model::protocol::kCorrect;
using model::protocol::Variant;

/// With four, two can be woken into another wait at once, and then the server's order is not that
/// of asking: once in 20,000 schedules (see model/README.md).
constexpr std::size_t kSessions = 3;

std::string why(Conformance const& conformance) {
  std::string text;
  for (auto const& line : conformance.departs) text += line + '\n';
  return text;
}

/// The services as they are, or a mutant; the machine, or the variant of that name.
struct Pair {
  mutants::Mutant const* mutant{nullptr};
  Variant const* variant{&kCorrect};
};

class Conforming : public tests::WithServer {
 protected:
  static trace::Scenario program(std::uint64_t seed) { return conforming_program(seed, kSessions); }
  static trace::Run run(harness::Worker& worker, trace::Scenario const& scenario,
                        std::uint64_t seed) {
    auto const& kinds = schedule::all_strategies();
    auto const strategy =
        kinds[seed % kinds.size()].make(schedule::derive_seed(seed, 1, 0), {40, 3});
    return worker.run(scenario, *strategy).run;
  }
  /// Random programs under random schedules of every strategy.
  static void expect_no_departure(Pair const& pair, std::uint64_t first, std::uint64_t count) {
    auto const mine = worker(pair.mutant);
    std::uint64_t followed = 0;
    for (auto seed = first; seed < first + count; ++seed) {
      auto const scenario = program(seed);
      auto const conformance = conformance_of(scenario, run(*mine, scenario, seed), *pair.variant);
      followed += conformance.followed ? 1U : 0U;
      ASSERT_EQ(why(conformance), "") << "seed " << seed;
    }
    bool const all = pair.variant->covers == nullptr;
    EXPECT_GE(followed, all ? count : count / 10);
  }
  static bool departs_within(Pair const& pair, std::uint64_t count) {
    auto const mine = worker(pair.mutant);
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      auto const scenario = program(seed);
      auto const ran = run(*mine, scenario, seed);
      if (!conformance_of(scenario, ran, *pair.variant).departs.empty()) return true;
    }
    return false;
  }
};

TEST_F(Conforming, machine_and_server_agree_in_every_step_answer_and_row) {
  expect_no_departure({}, 0, 500);
}

TEST_F(Conforming, machine_and_server_agree_for_many_schedules_Slow) {
  expect_no_departure({}, 1'000'000, 20'000);
}

/// Whatever a step says, a run in which it says something else departs there.
TEST_F(Conforming, everything_that_a_step_says_is_compared) {
  auto const mine = worker();
  std::set<std::string_view> compared;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto const scenario = program(seed);
    auto ran = run(*mine, scenario, seed);
    for (auto& entry : ran.log) {
      if (entry.at.session < 0 || entry.note.empty()) continue;
      auto const said = std::exchange(entry.note, "something else");
      EXPECT_NE(why(conformance_of(scenario, ran, kCorrect)), "")
          << "seed " << seed << ", " << trace::show(scenario, entry.at);
      compared.insert(trace::name_of(entry.at.step));
      entry.note = said;
    }
  }
  constexpr std::size_t kSilent = 5;  // begin, commit, rollback, ensure_pair, ensure_row
  EXPECT_EQ(compared.size(), model::protocol::kStepNames.size() - kSilent);
}

bool gives_up(trace::Run const& run) {
  return std::any_of(run.actions.begin(), run.actions.end(), [](trace::ActionRecord const& one) {
    auto const* ending = std::get_if<trace::NeverHappened>(&one.completion);
    return ending != nullptr && ending->sqlstate == "40P01";
  });
}

/// The machine would try for ever.
TEST_F(Conforming, a_service_that_gives_up_after_deadlocks_conforms) {
  auto const* name = "shares_seq_before_it_increments";
  auto const mine = worker(mutants::find_mutant(name));
  int met = 0;
  for (std::uint64_t seed = 6000; seed < 6150; ++seed) {
    auto const scenario = program(seed);
    auto const ran = run(*mine, scenario, seed);
    if (!gives_up(ran)) continue;
    ++met;
    auto const conformance = conformance_of(scenario, ran, *model::protocol::find_variant(name));
    EXPECT_TRUE(conformance.followed);
    EXPECT_EQ(why(conformance), "") << "seed " << seed;
  }
  EXPECT_GT(met, 0);
}

/// What the machine does by itself, the server does when it is told to.
TEST_F(Conforming, the_server_follows_where_the_machine_wanders) {
  auto const mine = worker();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    auto const scenario = random_scenario(seed, kSessions);
    auto const moves = wander(model::protocol::Machine{scenario}, seed).moves;
    bool const skips = std::any_of(moves.begin(), moves.end(), [](Move const& move) {
      return move.action.kind != model::protocol::Action::Kind::step;
    });
    if (skips) continue;
    auto const examined = harness::replay(*mine, translate(scenario, moves));
    std::vector<std::pair<int, std::string>> expected;
    for (auto const& move : moves) expected.emplace_back(move.action.session, name_of(move.step));
    std::vector<std::pair<int, std::string>> taken;
    for (auto const& entry : examined.result.run.log) {
      if (entry.at.session < 0 || entry.kind != trace::LogEntry::Kind::step) continue;
      taken.emplace_back(entry.at.session, trace::name_of(entry.at.step));
    }
    ASSERT_EQ(taken, expected) << "seed " << seed;
  }
}

/// Lets sessions go in an order drawn freely, as long as the server lets them.
class Stubborn : public schedule::Strategy {
 public:
  explicit Stubborn(std::vector<int> order) : order_{std::move(order)} {}
  int choose(schedule::Choice const& choice) override {
    auto const can_go = [&](int session) {
      return std::any_of(choice.enabled.begin(), choice.enabled.end(),
                         [&](auto const& candidate) { return candidate.session == session; });
    };
    if (taken_ < order_.size() && can_go(order_[taken_])) return order_[taken_];
    if (refused_at_ == kNever && taken_ < order_.size()) refused_at_ = taken_;
    return choice.by_default();
  }
  /// Told of every step, also where there was no choice.
  void took(schedule::Candidate const& candidate) override {
    bool const as_told = taken_ >= order_.size() || candidate.session == order_[taken_];
    if (!as_told && refused_at_ == kNever) refused_at_ = taken_;
    ++taken_;
  }
  [[nodiscard]] std::size_t refused_at() const { return refused_at_; }

 private:
  static constexpr std::size_t kNever = 99;
  std::vector<int> order_;
  std::size_t taken_{0};
  std::size_t refused_at_{kNever};
};

/// Where the machine first refuses an order; 99 if it does not.
std::size_t refused_by_machine(model::protocol::Machine const& machine,
                               std::vector<int> const& order) {
  auto state = machine.start();
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<model::protocol::Action> actions;
    machine.enabled(state, actions);
    auto const action = std::find_if(actions.begin(), actions.end(), [&](auto const& one) {
      return one.session == order[i] && one.kind == model::protocol::Action::Kind::step;
    });
    if (action == actions.end()) return i;
    machine.apply(state, *action);
  }
  return 99;
}

TEST_F(Conforming, what_the_machine_says_is_impossible_the_server_refuses) {
  model::protocol::Scenario const scenario{
      {{model::UserId{1}, false}, {model::UserId{2}, false}},
      {},
      {model::protocol::in_order({model::Follow{model::UserId{1}, model::UserId{2}}}),
       model::protocol::in_order({model::Block{model::UserId{2}, model::UserId{1}}})}};
  model::protocol::Machine const machine{scenario};
  auto const mine = worker();
  int impossible = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<int> order;
    schedule::Rng random{seed};
    while (order.size() < 12) order.push_back(static_cast<int>(random.below(2)));
    Stubborn stubborn{order};
    mine->run(to_program(scenario), stubborn);
    auto const expected = refused_by_machine(machine, order);
    ASSERT_EQ(stubborn.refused_at(), expected) << "seed " << seed;
    impossible += expected == 99 ? 0 : 1;
  }
  EXPECT_GT(impossible, 50);
  EXPECT_LT(impossible, 200);
}

class ConformingMutant : public Conforming, public ::testing::WithParamInterface<std::string_view> {
 protected:
  [[nodiscard]] static Pair pair() {
    return {mutants::find_mutant(GetParam()), model::protocol::find_variant(GetParam())};
  }
};

TEST_P(ConformingMutant, is_the_variant_of_its_name) { expect_no_departure(pair(), 0, 60); }

/// Or else nobody would notice if its variant were the machine as it should be.
TEST_P(ConformingMutant, departs_from_the_machine_as_it_should_be) {
  EXPECT_TRUE(departs_within({pair().mutant, &kCorrect}, 3'000));
}

TEST_P(ConformingMutant, is_as_its_variant_for_many_schedules_Slow) {
  expect_no_departure(pair(), 5'000, 1'000);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (auto const& variant : model::protocol::all_variants()) all.push_back(variant.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(of, ConformingMutant, ::testing::ValuesIn(names()),
                         [](auto const& tested) { return std::string{tested.param}; });

TEST_F(Conforming, another_service_than_the_machine_has_departs) {
  using model::protocol::find_variant;
  EXPECT_TRUE(departs_within({nullptr, find_variant("reads_pair_without_lock")}, 40));
  EXPECT_TRUE(departs_within({nullptr, find_variant("version_restarts")}, 200));
}

/// Services as they are, which the machine takes for a mutant's.
TEST_F(Conforming, a_departure_is_a_finding_that_shrinks_and_comes_again) {
  mutants::Mutant impostor;
  impostor.name = "version_restarts";
  harness::Worker::Options options;
  options.dsn = dsn();
  options.same_host = true;
  options.mutant = &impostor;
  options.conformance = true;
  harness::Worker mine{options};
  std::vector<std::string> const only{std::string{kConformance}};
  harness::Examined found;
  for (std::uint64_t seed = 0; found.report.findings.empty() && seed < 300; ++seed) {
    auto const scenario = program(seed);
    auto const strategy = schedule::find_strategy("random")->make(seed, {40, 3});
    found = harness::examine(mine, scenario, *strategy, only);
  }
  ASSERT_EQ(shrink::failing(found), only);
  auto const shrunk = shrink::shrink(mine, found, only, {});
  EXPECT_EQ(shrink::show(shrunk.to), "3 operations, 1 session, 0 switches, 0 deliveries")
      << "follow, unfollow, follow";
  EXPECT_EQ(shrink::failing(harness::replay(mine, shrunk.best.scenario, only)), only);
}

}  // namespace
}  // namespace properties::protocol
