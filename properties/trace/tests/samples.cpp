#include "properties/trace/tests/samples.hpp"

namespace properties::trace::samples {
namespace {

using model::PairRow;
using model::PostId;
using model::Reason;
using model::RelationState;
using model::Seq;
using model::UserId;
using model::Verdict;
using model::Version;

constexpr UserId kOne{1};
constexpr UserId kTwo{2};
constexpr model::Pair kPair{kOne, kTwo};
constexpr PairRow kActive{RelationState::active, Version{1}};
constexpr PairRow kRemoved{RelationState::removed, Version{2}};

Scenario every_operation() {
  Scenario scenario;
  scenario.accounts = {{kOne, false}, {kTwo, true}, {.id = UserId{3}, .is_deleted = true}};
  scenario.given = {model::Follow{kOne, kTwo}, model::Decide{kTwo, kOne, true}};
  scenario.sessions = {
      {"c1", {model::Block{kTwo, kOne}, model::Unblock{kTwo, kOne}, model::Unfollow{kOne, kTwo}}},
      {"c2",
       {model::MakePost{kTwo, PostId{1}, model::Visibility::followers, model::TokenRead::locking},
        model::CanRead{kOne, PostId{1}, model::AccessMode::content_token}}},
      {"p1", {Deliver{Seq{1}}, Rebuild{}, Certify{}, Deliver{Seq{9}}}},
  };
  scenario.schedule.switches = {{{0, 0, Step::lock_pair, 1}, 1, true},
                                {{1, 1, Step::read_projection, 0}, 2, false}};
  scenario.lost = {Seq{3}};
  return scenario;
}

std::vector<ActionRecord> every_ending(Scenario const& scenario) {
  auto const& c1 = scenario.sessions[0].actions;
  auto const& c2 = scenario.sessions[1].actions;
  auto const& p1 = scenario.sessions[2].actions;
  WriteAnswer const changed{Verdict::changed, Reason::none, kActive, {{{kPair, kActive}, Seq{1}}}};
  WriteAnswer const rejected{Verdict::rejected, Reason::not_pending, {}, {}};
  return {
      {kGiven, 0, scenario.given[0], 1, 4, Returned{changed}},
      {kGiven, 1, scenario.given[1], 5, 6, Returned{rejected}},
      {0, 0, c1[0], 7, std::nullopt, Indeterminate{"the connection broke in COMMIT"}},
      {0, 1, c1[1], 9, 10, NeverHappened{"refused: \"x\"\n\ttwice", "40P01", true}},
      {1, 0, c2[0], 11, 12, Returned{WriteAnswer{Verdict::changed, Reason::none, {}, {}}}},
      {1, 1, c2[1], 13, 14, Returned{ReadAnswer{true, AccessSource::projection}}},
      {2, 0, p1[0], 15, 16, Returned{ApplyAnswer{ApplyVerdict::stale}}},
      {2, 3, p1[3], 17, 18, Void{}},
      {kDrain, 0, Certify{}, 19, 20, Returned{DiffAnswer{1, 2, 3, Seq{4}, Seq{5}}}},
  };
}

Run every_record(Scenario const& scenario) {
  Run run;
  run.actions = every_ending(scenario);
  LogEntry commit{3, LogEntry::Kind::step, {kGiven, 0, Step::commit, 0}, {}, {}, {}, "", "", {},
                  {}};
  commit.events = {{Seq{1}, kPair, kActive}};
  commit.broken = {{"no_active_follow_under_a_block", "1 → 2"}};
  LogEntry const waits{8,      LogEntry::Kind::step, {0, 0, Step::lock_pair, 1},
                       {1, 2}, Ending::blocked,      {1},
                       "",     "ACTIVE v1",          {},
                       {}};
  LogEntry const wakes{
      9, LogEntry::Kind::wake, {0, 0, Step::lock_pair, 1}, {}, Ending::failed, {}, "40P01", "", {},
      {}};
  LogEntry const drained{
      19, LogEntry::Kind::step, {kDrain, 0, Step::read_diff, 0}, {}, Ending::done, {}, "", "", {},
      {}};
  run.log = {commit, waits, wakes, drained};
  run.deadlocks = {{8, {0, 1}, 1}};
  run.quiet.tick = 21;
  run.quiet.drained = true;
  run.quiet.pairs = {{kPair, {kRemoved, true}}};
  run.quiet.posts = {{PostId{1}, kTwo, model::Visibility::self, Seq{1}}};
  run.quiet.events = {{Seq{1}, kPair, kActive}, {Seq{2}, kPair, kRemoved}};
  run.quiet.last = Seq{2};
  run.quiet.diff = {0, 1, 0, Seq{1}, Seq{2}};
  run.quiet.serving = true;
  run.quiet.broken = {{"counts_match", "2: 1 stored, 0 counted"}};
  return run;
}

}  // namespace

Trace everything() {
  Trace trace;
  trace.title = "a block that waits";
  trace.mutant = "no_for_update";
  trace.expect = Expect::violation;
  trace.scenario = every_operation();
  trace.run = every_record(trace.scenario);
  trace.findings = {{"relations_linearize", {"because of this", "however that"}},
                    {"tokens_cover", {}}};
  trace.environment = {"0.1.0", "15.10", 18446744073709551615U, "random"};
  return trace;
}

Trace by_hand() {
  Trace trace;
  trace.title = "two follows of one pair";
  trace.scenario.accounts = {{kOne, false}, {kTwo, false}};
  trace.scenario.sessions = {{"c1", {model::Follow{kOne, kTwo}}},
                             {"c2", {model::Follow{kOne, kTwo}}}};
  trace.scenario.schedule.switches = {{{0, 0, Step::check_block, 0}, 1, false}};
  return trace;
}

}  // namespace properties::trace::samples
