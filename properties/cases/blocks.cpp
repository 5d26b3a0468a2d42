#include <fmt/format.h>

#include <algorithm>

#include "properties/cases/actions.hpp"
#include "properties/cases/groups.hpp"
#include "properties/cases/play.hpp"
#include "properties/cases/words.hpp"

namespace properties::cases {
namespace {

using trace::Step;

// Sessions of the scenarios H and I.
constexpr int kFollow = 0;
constexpr int kBlock = 1;
constexpr int kReader = 2;
constexpr int kRounds = 40;

/// Follows a schedule, and whenever a session has come to wait looks into pg_locks before anyone
/// goes on.
class LooksAtLocks : public schedule::Strategy {
 public:
  LooksAtLocks(trace::Schedule const& schedule, Bench& bench)
      : schedule_{schedule::replay_of(schedule)}, bench_{bench} {}

  int choose(schedule::Choice const& choice) override {
    if (choice.after) look();
    return schedule_->choose(choice);
  }
  /// "transactionid ShareLock granted=false" for each lock that was waited for.
  [[nodiscard]] std::vector<std::string> const& waits() const { return waits_; }

 private:
  void look() {
    auto const rows = bench_.look(
        "SELECT l.locktype, l.mode FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
        "WHERE NOT l.granted AND a.datname = current_database() "
        "AND a.application_name = 'relcheck session'");
    for (auto const& row : rows) {
      waits_.push_back(fmt::format("{} {} granted=false", row[0], row[1]));
    }
  }
  std::unique_ptr<schedule::Strategy> schedule_;
  Bench& bench_;
  std::vector<std::string> waits_;
};

/// A follow holds its row's lock when a block of the same pair comes. While the block waits a
/// reader goes by: whoever only reads waits for nobody.
trace::Scenario block_meets_follow(std::vector<trace::Action> given, Step waits_in) {
  trace::Scenario scenario;
  scenario.accounts = {account(70), account(71)};
  scenario.given = std::move(given);
  scenario.given.push_back(post(71, 1, model::Visibility::followers));
  scenario.sessions = {{"follow", {follow(70, 71)}},
                       {"block", {block(71, 70)}},
                       {"reader", {can_read(70, 1, model::AccessMode::truth)}}};
  scenario.schedule.switches = {{{kFollow, 0, Step::check_block}, kBlock, false},
                                {{kBlock, 0, waits_in}, kReader, true}};
  return scenario;
}

struct Meeting {
  std::string title;
  std::vector<trace::Action> given;
  Step waits_in{};
  std::string follow_answer;
  std::string final_row;
};

void meet(Bench& bench, Sheet& sheet, Meeting const& meeting) {
  auto const scenario = block_meets_follow(meeting.given, meeting.waits_in);
  LooksAtLocks eye{scenario.schedule, bench};
  auto const examined = bench.run({.scenario = scenario, .strategy = &eye});
  auto const& run = examined.result.run;
  sheet.note(meeting.title);
  sheet.expect("follow(70,71)", answer_of(run, kFollow, 0), meeting.follow_answer);
  sheet.note("block(71,70) " + answer_of(run, kBlock, 0));
  sheet.expect("the block waited for the follow's lock in", waited_in(run, kBlock, kFollow),
               std::string{trace::name_of(meeting.waits_in)});
  sheet.check(eye.waits().size() == 1,
              fmt::format("pg_locks showed the wait: {}", fmt::join(eye.waits(), ", ")));
  sheet.expect("meanwhile the reader got", answer_of(run, kReader, 0), "DENY/truth");
  sheet.expect("final relation", final_row(run, pair_of(70, 71)), meeting.final_row);
  sheet.expect("block rows:", std::to_string(count_blocks(run)), "1");
  check_properties(sheet, "this course", examined.report);
}

void block_waits_for_follow(Bench& bench, Sheet& sheet) {
  meet(bench, sheet,
       {"the first follow of the pair: the block waits for the row that is being inserted",
        {},
        Step::ensure_pair,
        "CHANGED(ACTIVE,v1,seq1)",
        "REMOVED v2"});
  meet(bench, sheet,
       {"a follow after an unfollow: the block waits for the lock on the row",
        {follow(70, 71), unfollow(70, 71)},
        Step::lock_pair,
        "CHANGED(ACTIVE,v3,seq3)",
        "REMOVED v4"});
}

/// The block runs as a whole just before the follow locks its row.
trace::Scenario block_slips_in() {
  trace::Scenario scenario;
  scenario.accounts = {account(70), account(71)};
  scenario.sessions = {{"follow", {follow(70, 71)}}, {"block", {block(71, 70)}}};
  scenario.schedule.switches = {{{kFollow, 0, Step::ensure_pair}, kBlock, false}};
  return scenario;
}

void check_before_lock(Bench& bench, Sheet& sheet) {
  auto const built = bench.run({.scenario = block_slips_in()});
  sheet.note("as built, the check comes after the lock:");
  sheet.expect("follow(70,71)", answer_of(built.result.run, kFollow, 0),
               "REJECTED(REMOVED,v0,blocked)");
  check_properties(sheet, "as built", built.report);

  auto const control =
      bench.run({.scenario = block_slips_in(), .control = "checks_block_before_lock"});
  sheet.note("the same schedule when the check comes before the lock:");
  sheet.note("follow(70,71) " + answer_of(control.result.run, kFollow, 0));
  sheet.expect("final relation and block rows:",
               fmt::format("{}, {}", final_row(control.result.run, pair_of(70, 71)),
                           count_blocks(control.result.run)),
               "ACTIVE v1, 1");
  check_caught(sheet, "checks_block_before_lock", "sql.no_relation_between_blocked",
               control.report);
}

/// A round is a pair of strangers: A follows B, B follows A and B blocks A. In even rounds B is
/// private.
trace::Scenario rounds_of_three(int first, int count) {
  trace::Scenario scenario;
  scenario.sessions = {{"a_follows", {}}, {"b_follows", {}}, {"b_blocks", {}}};
  for (int round = first; round < first + count; ++round) {
    int const a = 1000 + 2 * round;
    int const b = a + 1;
    scenario.accounts.push_back(account(a));
    scenario.accounts.push_back(round % 2 == 0 ? private_account(b) : account(b));
    scenario.sessions[0].actions.push_back(follow(a, b));
    scenario.sessions[1].actions.push_back(follow(b, a));
    scenario.sessions[2].actions.push_back(block(b, a));
  }
  return scenario;
}

/// How many follows were answered with this verdict: which of them is chance.
int count_follows(trace::Run const& run, model::Verdict verdict) {
  return static_cast<int>(
      std::count_if(run.actions.begin(), run.actions.end(), [&](trace::ActionRecord const& record) {
        auto const* returned = std::get_if<trace::Returned>(&record.completion);
        auto const* answer =
            returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
        return std::holds_alternative<model::Follow>(record.action) && answer != nullptr &&
               answer->verdict == verdict;
      }));
}

void rounds_of_threads(Bench& bench, Sheet& sheet) {
  auto const free = bench.run_freely(rounds_of_three(0, kRounds));
  sheet.note(fmt::format("threads: follows CHANGED={} REJECTED={}; retries={}",
                         count_follows(free.run, model::Verdict::changed),
                         count_follows(free.run, model::Verdict::rejected), free.retries));
  sheet.expect("threads:", fmt::format("rounds={} blockRows={}", kRounds, count_blocks(free.run)),
               fmt::format("rounds={0} blockRows={0}", kRounds));
  sheet.expect("threads:",
               fmt::format("errors={} violations={}", free.errors(), free.run.quiet.broken.size()),
               "errors=0 violations=0");
  check_properties(sheet, "the history of the threads", free.report);
}

void rounds_under_schedules(Bench& bench, Sheet& sheet) {
  int changed = 0;
  int rejected = 0;
  int waited = 0;
  props::Report all;
  for (int round = 0; round < kRounds; ++round) {
    auto const examined = bench.run({.scenario = rounds_of_three(round, 1),
                                     .walk = "weighted",
                                     .seed = kSeed + static_cast<std::uint64_t>(round)});
    changed += count_follows(examined.result.run, model::Verdict::changed);
    rejected += count_follows(examined.result.run, model::Verdict::rejected);
    waited += examined.result.blocked_steps;
    auto const& report = examined.report;
    all.findings.insert(all.findings.end(), report.findings.begin(), report.findings.end());
    all.undecided.insert(all.undecided.end(), report.undecided.begin(), report.undecided.end());
    all.held = report.held;
  }
  sheet.note(
      fmt::format("the same rounds under random schedules: follows CHANGED={} REJECTED={}; "
                  "{} steps waited",
                  changed, rejected, waited));
  sheet.check(changed > 0 && rejected > 0 && waited > 0,
              "of these follows some came before the block, some after it, and some met it");
  check_properties(sheet, "each of these rounds", all);
}

void forty_rounds(Bench& bench, Sheet& sheet) {
  rounds_of_threads(bench, sheet);
  rounds_under_schedules(bench, sheet);
}

}  // namespace

std::vector<Case> block_cases() {
  return {
      {.name = "H",
       .claim = "a block waits for the row lock of a follow, and then takes the relation away",
       .cites = "R3 R7 R8",
       .perform = block_waits_for_follow,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "I",
       .claim = "checking for a block before the row is locked leaves a relation beside a block",
       .cites = "R3 R8",
       .perform = check_before_lock,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "J",
       .claim = "in forty rounds of real threads no follow survives the block of its pair",
       .cites = "R3 R7 R8",
       .perform = forty_rounds,
       .file = __FILE__,
       .line = __LINE__},
  };
}

}  // namespace properties::cases
