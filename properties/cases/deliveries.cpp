#include <fmt/format.h>

#include <set>

#include "properties/cases/actions.hpp"
#include "properties/cases/groups.hpp"
#include "properties/cases/play.hpp"
#include "properties/cases/words.hpp"
#include "properties/cases/workload.hpp"

namespace properties::cases {
namespace {

using model::AccessMode;
using trace::Certify;
using trace::Rebuild;

constexpr int kPairs = 300;
constexpr int kConsumers = 4;
constexpr int kPairsToRecover = 100;

/// Follow and unfollow; their events come as v2, v1, v1.
Script late_and_twice(std::vector<std::string> const& verdicts, std::string const& diff) {
  return {{account(1), account(2)},
          {{follow(1, 2), "CHANGED(ACTIVE,v1,seq1)"},
           {unfollow(1, 2), "CHANGED(REMOVED,v2,seq2)"},
           {deliver(2), verdicts[0]},
           {deliver(1), verdicts[1]},
           {deliver(1), verdicts[2]},
           {Certify{}, diff}}};
}

void note_arrivals(Sheet& sheet, trace::Run const& run) {
  sheet.note(fmt::format("arrivals v2,v1,v1 -> [{}, {}, {}]", answer_of(run, 0, 2),
                         answer_of(run, 0, 3), answer_of(run, 0, 4)));
}

void out_of_order(Bench& bench, Sheet& sheet) {
  auto const built =
      play(bench, sheet, late_and_twice({"applied", "stale", "dup"}, "diff=0,0,0 watermark=2/2"));
  note_arrivals(sheet, built.result.run);
  auto const rows = bench.look("SELECT state || ' v' || version FROM proj_follower");
  sheet.expect("the view keeps", rows.empty() ? "nothing" : rows.at(0).at(0), "REMOVED v2");

  auto const script = late_and_twice({"", "", ""}, "");
  auto const control =
      bench.run({.scenario = scenario_of(script), .control = "applies_in_arrival_order"});
  sheet.note("when every delivery is taken as the newest:");
  note_arrivals(sheet, control.result.run);
  sheet.expect("certify()", answer_of(control.result.run, 0, 5), "diff=1,0,1 watermark=2/2");
  check_caught(sheet, "applies_in_arrival_order", "projection_verdicts", control.report);
}

trace::Scenario shuffled_log(int consumer_count, std::int64_t& events) {
  schedule::Rng rng{kSeed};
  auto busy = busy_pairs(kPairs, rng);
  events = busy.events();
  trace::Scenario scenario;
  scenario.accounts = std::move(busy.accounts);
  scenario.given = std::move(busy.actions);
  scenario.sessions = consumers(deliveries(events, rng), consumer_count);
  return scenario;
}

std::int64_t deliveries_in(trace::Scenario const& scenario) {
  std::int64_t count = 0;
  for (auto const& session : scenario.sessions) {
    count += static_cast<std::int64_t>(session.actions.size());
  }
  return count;
}

void naive_consumer(Bench& bench, Sheet& sheet) {
  std::int64_t events = 0;
  auto scenario = shuffled_log(1, events);
  auto const control = bench.run(
      {.scenario = std::move(scenario), .control = "applies_in_arrival_order", .large = true});
  auto const& diff = control.result.run.quiet.diff;
  sheet.note(fmt::format("naive: resurrected={} missing={} wrongCounts={}", diff.resurrected,
                         diff.missing, diff.wrong_counts));
  sheet.check(diff.resurrected > 0,
              fmt::format("negative control: applied in the order of arrival, {} relations that "
                          "were taken back are alive again",
                          diff.resurrected));
  check_caught(sheet, "applies_in_arrival_order", "projection_verdicts", control.report);
}

void shuffled_deliveries(Bench& bench, Sheet& sheet) {
  std::int64_t events = 0;
  auto scenario = shuffled_log(kConsumers, events);
  auto const delivered = deliveries_in(scenario);
  sheet.note(
      fmt::format("pairs={} events={} deliveries={} seed={}", kPairs, events, delivered, kSeed));
  naive_consumer(bench, sheet);

  auto const built = bench.run({.scenario = std::move(scenario), .walk = "random", .large = true});
  auto const& run = built.result.run;
  std::int64_t applied = 0;
  std::int64_t stale = 0;
  std::int64_t dup = 0;
  for (int consumer = 0; consumer < kConsumers; ++consumer) {
    applied += count_answers(run, consumer, trace::ApplyVerdict::applied);
    stale += count_answers(run, consumer, trace::ApplyVerdict::stale);
    dup += count_answers(run, consumer, trace::ApplyVerdict::dup);
  }
  sheet.note(fmt::format("{} versioned consumers, {} steps, {} of them waited for a lock",
                         kConsumers, built.result.steps, built.result.blocked_steps));
  sheet.note(
      fmt::format("versioned: verdicts={{applied={}, dup={}, stale={}}}", applied, dup, stale));
  sheet.expect("versioned: verdicts in all", std::to_string(applied + stale + dup),
               std::to_string(delivered));
  sheet.expect("versioned: dup", std::to_string(dup), std::to_string(delivered - events));
  sheet.expect("versioned:", words(run.quiet.diff),
               fmt::format("diff=0,0,0 watermark={0}/{0}", events));
  check_properties(sheet, "the four consumers", built.report);
}

/// The end of 1, 2, 3, … within the seqs.
std::int64_t contiguous(std::vector<std::int64_t> const& seqs) {
  std::set<std::int64_t> const seen{seqs.begin(), seqs.end()};
  std::int64_t end = 0;
  while (seen.contains(end + 1)) ++end;
  return end;
}

trace::Session consumer(std::string name, bool rebuilds, std::vector<std::int64_t> const& seqs) {
  trace::Session session{std::move(name), {}};
  if (rebuilds) session.actions.emplace_back(Rebuild{});
  for (auto const seq : seqs) session.actions.push_back(deliver(seq));
  session.actions.emplace_back(Certify{});
  return session;
}

trace::Session reader(std::string name, std::int64_t viewer) {
  return {std::move(name), {can_read(viewer, 1, AccessMode::content_token)}};
}

/// "projection" of "ALLOW/projection".
std::string source_in(std::string const& answer) { return answer.substr(answer.find('/') + 1); }

int last_of(trace::Session const& session) { return static_cast<int>(session.actions.size()) - 1; }

/// The stages of case L, each a session: none is given a turn before the one before it has ended,
/// and each has a connection of its own, as a new process would.
struct Recovery {
  trace::Scenario scenario;
  std::int64_t events{0};
  std::int64_t prefix{0};
  enum Stage { partial, read_behind, replayed, read_served, rebuilt };
};

Recovery recovery() {
  schedule::Rng rng{kSeed};
  auto busy = busy_pairs(kPairsToRecover, rng);
  Recovery recovery;
  recovery.events = busy.events();
  auto& scenario = recovery.scenario;
  scenario.accounts = std::move(busy.accounts);
  scenario.given = std::move(busy.actions);
  scenario.given.push_back(post(1, 1, model::Visibility::followers));

  std::vector<std::int64_t> arrivals = deliveries(recovery.events, rng);
  std::vector<std::int64_t> part;
  std::set<std::int64_t> taken;
  auto const wanted = static_cast<std::size_t>(recovery.events * 6 / 10);
  for (auto const seq : arrivals) {
    if (taken.size() == wanted) break;
    if (taken.insert(seq).second) part.push_back(seq);
  }
  recovery.prefix = contiguous(part);
  auto const viewer = scenario.accounts.front().id.value();
  scenario.sessions = {consumer("partial", true, part), reader("reads_behind", viewer),
                       consumer("replay", false, deliveries(recovery.events, rng)),
                       reader("reads_served", viewer),
                       consumer("rebuild", true, deliveries(recovery.events, rng))};
  return recovery;
}

void lost_progress(Bench& bench, Sheet& sheet) {
  auto const recovery = cases::recovery();
  auto const events = recovery.events;
  auto const examined = bench.run({.scenario = recovery.scenario, .large = true});
  auto const& run = examined.result.run;
  auto const& sessions = recovery.scenario.sessions;
  auto const certified = [&](int stage) -> trace::DiffAnswer const& {
    return diff_of(run, stage, last_of(sessions[static_cast<std::size_t>(stage)]));
  };
  auto const clean = fmt::format("diff=0,0,0 watermark={0}/{0}", events);

  sheet.note(fmt::format("pairs={} events={} seed={}", kPairsToRecover, events, kSeed));
  auto const& partial = certified(Recovery::partial);
  sheet.note("after partial (60 %): " + words(partial));
  sheet.expect("after partial: watermark, before the first gap",
               std::to_string(partial.watermark.value()), std::to_string(recovery.prefix));
  sheet.check(partial.watermark < partial.last && partial.missing > 0,
              "after partial: the view is behind, and not certified");
  sheet.expect("after partial: a reader with a token got",
               source_in(answer_of(run, Recovery::read_behind, 0)), "fallback-truth");
  sheet.expect("after restart, replay with 30 % twice:", words(certified(Recovery::replayed)),
               clean);
  sheet.expect("after restart: already seen",
               std::to_string(count_answers(run, Recovery::replayed, trace::ApplyVerdict::dup)),
               std::to_string(std::ssize(sessions[Recovery::replayed].actions) - 1 - events +
                              events * 6 / 10));
  sheet.expect("after restart: the same reader got",
               source_in(answer_of(run, Recovery::read_served, 0)), "projection");
  sheet.expect("after rebuild in another order:", words(certified(Recovery::rebuilt)), clean);
  sheet.check(run.quiet.serving, "the view serves again");
  check_properties(sheet, "the whole recovery", examined.report);
}

}  // namespace

std::vector<Case> delivery_cases() {
  return {
      {.name = "F",
       .claim = "an event that comes late or twice does not bring a relation back",
       .cites = "P2 P3 P4",
       .perform = out_of_order,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "G",
       .claim = "four consumers of a shuffled log with duplicates agree with the truth",
       .cites = "P2 P3 P4 R5",
       .perform = shuffled_deliveries,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "L",
       .claim = "a consumer that lost its progress replays the log and agrees with the truth",
       .cites = "P3 P5 P6",
       .perform = lost_progress,
       .file = __FILE__,
       .line = __LINE__},
  };
}

}  // namespace properties::cases
