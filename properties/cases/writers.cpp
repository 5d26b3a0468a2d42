#include <fmt/format.h>

#include <map>
#include <set>

#include "properties/cases/actions.hpp"
#include "properties/cases/groups.hpp"
#include "properties/cases/play.hpp"
#include "properties/cases/words.hpp"

namespace properties::cases {
namespace {

constexpr int kFollowers = 16;
constexpr int kWriters = 8;
constexpr int kWritesEach = 12;

/// Sixteen sessions that all want the same relation.
trace::Scenario everyone_follows(std::vector<trace::Action> given = {}) {
  trace::Scenario scenario;
  scenario.accounts = {account(1), account(2)};
  scenario.given = std::move(given);
  for (int i = 0; i < kFollowers; ++i) {
    scenario.sessions.push_back({fmt::format("c{}", i + 1), {follow(1, 2)}});
  }
  return scenario;
}

void check_one_change(Sheet& sheet, std::string const& who, trace::Run const& run,
                      std::string const& end) {
  std::map<model::Verdict, int> answers;
  int errors = 0;
  for (auto const& record : run.actions) {
    if (record.session == trace::kGiven) continue;
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    auto const* answer =
        returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
    answer == nullptr ? ++errors : ++answers[answer->verdict];
  }
  sheet.expect(who,
               fmt::format("CHANGED={} NOOP={} errors={}", answers[model::Verdict::changed],
                           answers[model::Verdict::noop], errors),
               fmt::format("CHANGED=1 NOOP={} errors=0", kFollowers - 1));
  sheet.expect(who + ", at the end:",
               fmt::format("{}, events={}", final_row(run, pair_of(1, 2)), run.quiet.events.size()),
               end);
}

void follow_under_schedule(Bench& bench, Sheet& sheet, std::string const& who,
                           trace::Scenario scenario, std::string const& end) {
  auto const controlled = bench.run({.scenario = std::move(scenario), .walk = "random"});
  sheet.note(fmt::format("{}, under a random schedule: {} steps, {} of them waited", who,
                         controlled.result.steps, controlled.result.blocked_steps));
  sheet.check(controlled.result.blocked_steps > 0, who + " met: some waited for a lock");
  check_one_change(sheet, who, controlled.result.run, end);
  check_properties(sheet, who, controlled.report);
}

void sixteen_follow_at_once(Bench& bench, Sheet& sheet) {
  follow_under_schedule(bench, sheet, "16 sessions", everyone_follows(), "ACTIVE v1, events=1");
  // The insert of a first row makes everyone wait by itself; here only the row's lock does.
  follow_under_schedule(bench, sheet, "16 sessions on a row that was there",
                        everyone_follows({follow(1, 2), unfollow(1, 2)}), "ACTIVE v3, events=3");

  auto const free = bench.run_freely(everyone_follows());
  sheet.note(fmt::format("16 threads without a schedule: {} retries", free.retries));
  check_one_change(sheet, "16 threads", free.run, "ACTIVE v1, events=1");
  check_properties(sheet, "16 threads", free.report);
}

/// Sessions that follow and unfollow along three pairs, each beginning elsewhere.
trace::Scenario many_writers() {
  constexpr std::array kPairs{std::pair{1, 2}, std::pair{2, 1}, std::pair{1, 3}};
  trace::Scenario scenario;
  scenario.accounts = {account(1), account(2), account(3)};
  for (int i = 0; i < kWriters; ++i) {
    auto& session = scenario.sessions.emplace_back();
    session.name = fmt::format("c{}", i + 1);
    for (int j = 0; j < kWritesEach; ++j) {
      auto const [a, b] = kPairs[static_cast<std::size_t>(i + j) % kPairs.size()];
      session.actions.push_back((i + j / 3) % 2 == 0 ? follow(a, b) : unfollow(a, b));
    }
  }
  return scenario;
}

/// "1→2: 7 events, v1…v7" for each pair, as one line; versions with a gap are listed.
std::string versions_of(trace::Run const& run, bool& dense) {
  std::map<model::Pair, std::set<std::int64_t>> versions;
  for (auto const& event : run.quiet.events) {
    versions[event.pair].insert(event.row.version.value());
  }
  std::string text;
  for (auto const& row : run.quiet.pairs) {
    auto const& seen = versions[row.pair];
    auto const last = row.seen.row.version.value();
    dense = dense && static_cast<std::int64_t>(seen.size()) == last &&
            (seen.empty() || (*seen.begin() == 1 && *seen.rbegin() == last));
    text += fmt::format("{}{}→{}: {} events up to v{}, row v{}", text.empty() ? "" : "; ",
                        row.pair.follower.value(), row.pair.followee.value(), seen.size(),
                        seen.empty() ? 0 : *seen.rbegin(), last);
  }
  return text;
}

void check_dense(Sheet& sheet, std::string const& who, trace::Run const& run) {
  bool dense = true;
  sheet.note(fmt::format("{}: {}", who, versions_of(run, dense)));
  sheet.check(dense && !run.quiet.events.empty(),
              who + ": the versions of every pair are dense and count its events");
  sheet.expect(who + ": last seq", std::to_string(run.quiet.last.value()),
               std::to_string(run.quiet.events.size()));
}

void many_write_at_once(Bench& bench, Sheet& sheet) {
  auto const controlled = bench.run({.scenario = many_writers(), .walk = "random"});
  check_dense(sheet, "8 sessions", controlled.result.run);
  check_properties(sheet, "8 sessions", controlled.report);

  auto const free = bench.run_freely(many_writers());
  sheet.expect("8 threads: errors", std::to_string(free.errors()), "0");
  check_dense(sheet, "8 threads", free.run);
  check_properties(sheet, "8 threads", free.report);
}

}  // namespace

std::vector<Case> writer_cases() {
  return {
      {.name = "D",
       .claim = "of sixteen equal follows at once one changes the relation and writes one event",
       .cites = "R1 R2",
       .perform = sixteen_follow_at_once,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "E",
       .claim = "under many concurrent writes versions stay dense and equal the count of events",
       .cites = "R2 R6",
       .perform = many_write_at_once,
       .file = __FILE__,
       .line = __LINE__},
  };
}

}  // namespace properties::cases
