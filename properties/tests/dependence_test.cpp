#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "properties/harness/control.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/tests/hand.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

using schedule::Candidate;
using schedule::dependent;
using schedule::Effect;
using schedule::Footprint;
using schedule::Object;
using trace::Step;

struct Act {
  Step step;
  Object object;
};

/// Two transactions: what each has done, and the two steps whose order is in question.
struct Trial {
  std::vector<std::string> prepare;
  std::vector<Act> done[2];
  Act next[2];
};

/// What came of a trial in one order.
struct Came {
  std::string said[2];
  Effect effect[2]{Effect::any, Effect::any};
  std::string rows;
  bool waited_before{false};  ///< The two steps could not both be next.
  friend bool operator==(Came const& a, Came const& b) {
    return a.said[0] == b.said[0] && a.said[1] == b.said[1] && a.rows == b.rows;
  }
};

constexpr char const* kTables[] = {"relation",   "block",     "relation_event",
                                   "event_seq",  "post",      "proj_follower",
                                   "proj_count", "proj_seen", "proj_watermark"};

class Dependence : public WithServer {
 protected:
  Came run(Trial const& trial, int first) {
    control_.reset(accounts(), true);
    for (auto const& sql : trial.prepare) pg_.script(sql);
    Came came;
    for (int who : {0, 1}) {
      hands_[who].take(Step::begin, {});
      for (auto const& act : trial.done[who]) {
        auto const said = hands_[who].take(act.step, act.object).words;
        came.waited_before = came.waited_before || said == Hand::kWaits;
      }
    }
    for (int const who : {first, 1 - first}) {
      auto const said = hands_[who].take(trial.next[who].step, trial.next[who].object);
      came.said[who] = said.words;
      came.effect[who] = said.effect;
    }
    for (int who : {0, 1}) {
      hands_[who].take(Step::commit, {});
      hands_[who].roll_back();
    }
    came.rows = rows();
    return came;
  }

  /// By the table, after what the first order showed.
  static bool called_dependent(Trial const& trial, Came const& came) {
    schedule::Transactions transactions;
    Footprint footprints[2];
    for (int who : {0, 1}) {
      for (auto const& act : trial.done[who]) transactions.took(candidate_of(who, act));
      footprints[who] =
          transactions.footprint_of(candidate_of(who, trial.next[who]), came.effect[who]);
    }
    return dependent(footprints[0], footprints[1]);
  }

  /// Whether what one has done already keeps the other's step from being next.
  static bool in_the_way(Trial const& trial) {
    for (int who : {0, 1}) {
      auto others = trial.done[1 - who];
      for (auto const& act : others) {
        for (auto const& mine : trial.done[who]) {
          if (dependent(footprint(act), footprint(mine))) return true;
        }
        if (dependent(footprint(act), footprint(trial.next[who]))) return true;
      }
    }
    return false;
  }

  static std::vector<trace::Account> accounts() {
    return {{model::UserId{1}, false}, {model::UserId{2}, true}, {model::UserId{3}, false}};
  }

  std::string rows() {
    std::string all;
    for (auto const* table : kTables) {
      all += std::string{table} + " " +
             pg_.query("SELECT coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') FROM " +
                       std::string{table} + " t")
                 .at(0)
                 .at(0) +
             "\n";
    }
    return all;
  }

  static Candidate candidate_of(int session, Act const& act) {
    return {session, {session, 0, act.step, 0}, 0, act.object};
  }
  static Footprint footprint(Act const& act) {
    return schedule::footprint_of(act.step, act.object);
  }

  harness::Control control_{dsn(), {}, "", ""};
  harness::Pg pg_{dsn()};
  Hand hands_[2]{{dsn(), 10}, {dsn(), 10}};
};

// Random trials -----------------------------------------------------------------------------------

/// One more often than all others: those who never meet prove nothing.
Object any_object(schedule::Rng& rng) {
  if (rng.chance(1, 2)) return {1, 2, 1};
  auto const a = 1 + static_cast<std::int64_t>(rng.below(3));
  auto const b = 1 + static_cast<std::int64_t>(rng.below(2));
  return {a, b < a ? b : b + 1, 1 + static_cast<std::int64_t>(rng.below(3))};
}

bool ends(Step step) { return step == Step::commit || step == Step::rollback; }

std::vector<Act> any_done(schedule::Rng& rng, Step next) {
  std::vector<Act> done;
  auto const least = ends(next) ? 1U : 0U;
  for (auto count = least + rng.below(3); count > 0; --count) {
    auto const step = static_cast<Step>(1 + rng.below(trace::kStepNames.size() - 3));
    done.push_back({step, any_object(rng)});
  }
  return done;
}

std::vector<std::string> any_rows(schedule::Rng& rng) {
  std::vector<std::string> sql;
  for (auto const* pair : {"1, 2", "2, 1", "1, 3", "3, 2"}) {
    auto const row = std::string{pair};
    if (rng.chance(1, 2)) sql.push_back("INSERT INTO relation VALUES (" + row + ", 'REMOVED', 2)");
    if (rng.chance(1, 4)) sql.push_back("INSERT INTO block VALUES (" + row + ")");
    if (rng.chance(1, 3)) {
      sql.push_back("INSERT INTO proj_follower VALUES (" + row + ", 'PENDING', 1)");
    }
  }
  if (rng.chance(1, 2)) sql.emplace_back("INSERT INTO proj_seen VALUES (1)");
  if (rng.chance(1, 2)) sql.emplace_back("INSERT INTO proj_count VALUES (1, 1), (2, 0)");
  if (rng.chance(1, 2)) sql.emplace_back("INSERT INTO post VALUES (1, 1, 'PUBLIC', 0)");
  return sql;
}

std::string tell(Trial const& trial, Came const& one, Came const& other) {
  std::string text;
  for (int who : {0, 1}) {
    text += "session " + std::to_string(who) + ":";
    auto acts = trial.done[who];
    acts.push_back(trial.next[who]);
    for (auto const& act : acts) {
      text += " " + std::string{trace::name_of(act.step)} + "(" + std::to_string(act.object.a) +
              "," + std::to_string(act.object.b) + "," + std::to_string(act.object.seq) + ")";
    }
    text += "  said " + one.said[who] + " | " + other.said[who] + "\n";
  }
  for (auto const& sql : trial.prepare) text += sql + "\n";
  return text + one.rows + "---\n" + other.rows;
}

class EveryStep : public Dependence, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(EveryStep, may_trade_places_with_what_is_called_independent_of_it) {
  constexpr int kTrials = 12;
  auto const one = static_cast<Step>(GetParam());
  std::set<Step> tried;
  for (std::size_t other = 1; other < trace::kStepNames.size(); ++other) {
    for (std::uint64_t i = 0; i < kTrials; ++i) {
      schedule::Rng rng{schedule::derive_seed(GetParam(), other, i)};
      Trial trial;
      trial.prepare = any_rows(rng);
      trial.next[0] = {one, any_object(rng)};
      trial.next[1] = {static_cast<Step>(other), any_object(rng)};
      for (int who : {0, 1}) trial.done[who] = any_done(rng, trial.next[who].step);
      if (in_the_way(trial)) continue;
      auto const there = run(trial, 0);
      if (there.waited_before || called_dependent(trial, there)) continue;
      auto const back = run(trial, 1);
      ASSERT_EQ(there, back) << tell(trial, there, back);
      tried.insert(static_cast<Step>(other));
    }
  }
  EXPECT_GE(tried.size(), GetParam() == 0 ? 30U : 12U);
}

INSTANTIATE_TEST_SUITE_P(every, EveryStep,
                         ::testing::Range(std::size_t{1}, trace::kStepNames.size()),
                         [](auto const& tested) {
                           return std::string{trace::kStepNames[tested.param]};
                         });

// What must be called dependent -------------------------------------------------------------------

struct Clash {
  char const* name;
  std::vector<Act> done;  ///< Of the first.
  Act one;
  Act other;
  std::vector<std::string> prepare{};
};

constexpr Object kPair{1, 2, 1};
constexpr char const* kRow = "INSERT INTO relation VALUES (1, 2, 'REMOVED', 2)";

std::vector<Clash> const& clashes() {
  static std::vector<Clash> const all{
      {"both_insert", {}, {Step::ensure_pair, kPair}, {Step::ensure_pair, kPair}},
      {"both_lock", {}, {Step::lock_pair, kPair}, {Step::lock_pair, kPair}, {kRow}},
      {"find_beside_update", {}, {Step::save_pair, kPair}, {Step::ensure_pair, kPair}, {kRow}},
      {"commit_beside_read",
       {{Step::save_pair, kPair}},
       {Step::commit, {}},
       {Step::read_truth, kPair},
       {kRow}},
      {"commit_beside_block_check",
       {{Step::insert_block, kPair}},
       {Step::commit, {}},
       {Step::check_block, kPair}},
      {"commit_beside_delete",
       {{Step::insert_block, kPair}},
       {Step::commit, {}},
       {Step::delete_block, kPair}},
      {"both_count", {}, {Step::next_seq, {}}, {Step::next_seq, {}}},
      {"commit_beside_token", {{Step::next_seq, {}}}, {Step::commit, {}}, {Step::read_token, {}}},
      {"token_beside_count", {}, {Step::lock_token, {}}, {Step::next_seq, {}}},
      {"consumer_beside_rebuild", {}, {Step::mark_seen, kPair}, {Step::lock_projection, {}}},
      {"commit_beside_prefix",
       {{Step::mark_seen, kPair}},
       {Step::commit, {}},
       {Step::seen_prefix, {}}},
      {"both_watermark", {}, {Step::lock_watermark, {}}, {Step::save_watermark, kPair}},
  };
  return all;
}

class EveryClash : public Dependence, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(EveryClash, is_in_the_table_and_on_the_server) {
  auto const& clash = clashes()[GetParam()];
  Trial const trial{clash.prepare, {clash.done, {}}, {clash.one, clash.other}};
  auto const there = run(trial, 0);
  auto const back = run(trial, 1);
  EXPECT_TRUE(called_dependent(trial, there) || called_dependent(trial, back));
  EXPECT_FALSE(there == back) << tell(trial, there, back);
}

INSTANTIATE_TEST_SUITE_P(every, EveryClash, ::testing::Range(std::size_t{0}, clashes().size()),
                         [](auto const& tested) {
                           return std::string{clashes()[tested.param].name};
                         });

// To have waited and to have come later -----------------------------------------------------------

class Waiting : public Dependence {
 protected:
  /// One does something; the other's step comes before or after its end.
  struct Course {
    std::string said;
    std::string rows;
    bool waited{false};
    friend bool operator==(Course const& a, Course const& b) {
      return a.said == b.said && a.rows == b.rows;
    }
  };
  Course course(std::vector<std::string> const& prepare, Act const& held, Step end, Act const& act,
                bool first_wait) {
    control_.reset(accounts(), true);
    for (auto const& sql : prepare) pg_.script(sql);
    holder_.take(Step::begin, {});
    waiter_.take(Step::begin, {});
    holder_.take(held.step, held.object);
    Course came;
    if (first_wait) {
      std::atomic<bool> done{false};
      std::jthread const other{[&] {
        came.said = waiter_.take(act.step, act.object).words;
        done = true;
      }};
      came.waited = waits(done);
      holder_.take(end, {});
    } else {
      holder_.take(end, {});
      came.said = waiter_.take(act.step, act.object).words;
    }
    waiter_.take(Step::commit, {});
    for (auto* hand : {&holder_, &waiter_}) hand->roll_back();
    came.rows = rows();
    return came;
  }
  bool waits(std::atomic<bool> const& done) {
    auto const sql = "SELECT cardinality(pg_blocking_pids(" + std::to_string(waiter_.pid()) + "))";
    while (!done) {
      if (pg_.query(sql).at(0).at(0) != "0") return true;
    }
    return false;
  }

  Hand holder_{dsn(), 0};
  Hand waiter_{dsn(), 0};
};

TEST_F(Waiting, is_the_same_as_coming_later_for_every_step_that_looks_again) {
  std::map<Step, int> waited;
  for (std::size_t held = 1; held < trace::kStepNames.size() - 2; ++held) {
    for (std::size_t next = 1; next < trace::kStepNames.size() - 2; ++next) {
      Act const holds{static_cast<Step>(held), kPair};
      Act const act{static_cast<Step>(next), kPair};
      if (!schedule::looks_again(act.step) || !dependent(footprint(holds), footprint(act)))
        continue;
      for (auto const& prepare : {std::vector<std::string>{}, {kRow}}) {
        for (auto const end : {Step::commit, Step::rollback}) {
          auto const before = course(prepare, holds, end, act, true);
          if (!before.waited) continue;
          ++waited[act.step];
          auto const later = course(prepare, holds, end, act, false);
          EXPECT_EQ(before, later)
              << trace::name_of(act.step) << " beside " << trace::name_of(holds.step) << " and "
              << trace::name_of(end) << ": " << before.said << " | " << later.said << "\n"
              << before.rows << later.rows;
        }
      }
    }
  }
  for (auto const step :
       {Step::ensure_pair, Step::lock_pair, Step::save_pair, Step::next_seq, Step::append_event,
        Step::insert_block, Step::lock_token, Step::insert_post, Step::mark_seen, Step::ensure_row,
        Step::add_count, Step::lock_watermark, Step::save_watermark, Step::lock_projection}) {
    EXPECT_GT(waited[step], 0) << trace::name_of(step);
  }
}

}  // namespace
}  // namespace properties::tests
