#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"
#include "properties/trace/show.hpp"

namespace properties::props {
namespace {

using trace::LogEntry;
using trace::Run;
using trace::Scenario;
using trace::Step;
using trace::Tick;

constexpr std::string_view kDeadlockDetected = "40P01";

/// The steps that take a lock and keep it until the end of the transaction.
bool locks(Step step) {
  using enum Step;
  constexpr Step kLocking[] = {lock_followee,  ensure_pair,     lock_pair,        save_pair,
                               next_seq,       append_event,    insert_block,     delete_block,
                               lock_token,     insert_post,     mark_seen,        ensure_row,
                               lock_row,       replace_row,     add_count,        lock_watermark,
                               save_watermark, lock_projection, clear_projection, mark_serving};
  return std::ranges::find(kLocking, step) != std::end(kLocking);
}

std::string step_words(LogEntry const& entry) {
  std::string text{name_of(entry.at.step)};
  if (entry.at.nth > 0) text += fmt::format("#{}", entry.at.nth + 1);
  return entry.note.empty() ? text : fmt::format("{} ({})", text, entry.note);
}

/// What a session had locked and where it was, just after `until`.
struct Situation {
  std::vector<std::string> held;
  LogEntry const* waiting = nullptr;
};

Situation situation_of(Run const& run, int session, Tick until) {
  Situation now;
  for (auto const& entry : run.log) {
    if (entry.at.session != session || entry.tick > until) continue;
    if (entry.at.step == Step::begin) now.held.clear();
    now.waiting = entry.ending == trace::Ending::blocked ? &entry : nullptr;
    if (entry.ending == trace::Ending::done && locks(entry.at.step)) {
      now.held.push_back(step_words(entry));
    }
  }
  return now;
}

std::string sentence(Scenario const& scenario, Run const& run, Tick when, int session,
                     int waits_for) {
  auto const now = situation_of(run, session, when);
  auto const held = now.held.empty() ? "nothing that the log tells of" : evidence::listed(now.held);
  auto const where = now.waiting == nullptr ? trace::session_name(scenario, session)
                                            : show(scenario, now.waiting->at);
  return fmt::format("- {} waits for {}, while it holds what it locked in: {}.", where,
                     trace::session_name(scenario, waits_for), held);
}

Violated explain(Scenario const& scenario, Run const& run, trace::DeadlockSeen const& seen) {
  Violated violated{{fmt::format("At {} these waited for each other in a circle:", seen.tick)}};
  for (std::size_t i = 0; i < seen.cycle.size(); ++i) {
    auto const next = seen.cycle[(i + 1) % seen.cycle.size()];
    violated.because.push_back(sentence(scenario, run, seen.tick, seen.cycle[i], next));
  }
  violated.because.push_back(
      fmt::format("{} was made to give up. All should have taken their locks in one order.",
                  trace::session_name(scenario, seen.victim)));
  return violated;
}

/// A deadlock that only the server noticed: what the victim was waiting for is in the log.
Violated explain(Scenario const& scenario, Run const& run, LogEntry const& victim) {
  auto const before = situation_of(run, victim.at.session, victim.tick - 1);
  std::vector<std::string> others;
  if (before.waiting != nullptr) {
    for (int const session : before.waiting->blocked_by) {
      others.push_back(trace::session_name(scenario, session));
    }
  }
  Violated violated{{fmt::format("At {} the server ended {} as the victim of a deadlock (40P01).",
                                 victim.tick, show(scenario, victim.at))}};
  if (!others.empty()) {
    violated.because.push_back(fmt::format("It had been waiting for {}, while it held: {}.",
                                           evidence::listed(others),
                                           evidence::listed(before.held)));
  }
  violated.because.emplace_back("All should have taken their locks in one order.");
  return violated;
}

Judgement judge(Scenario const& scenario, Run const& run) {
  if (run.actions.empty() && run.log.empty()) return NotApplicable{};
  if (!run.deadlocks.empty()) return explain(scenario, run, run.deadlocks.front());
  for (auto const& entry : run.log) {
    if (entry.sqlstate == kDeadlockDetected) return explain(scenario, run, entry);
  }
  for (auto const& record : run.actions) {
    auto const* never = std::get_if<trace::NeverHappened>(&record.completion);
    if (never == nullptr || never->sqlstate != kDeadlockDetected) continue;
    return Violated{{fmt::format("{} ended in a deadlock (40P01) again and again: {}.",
                                 evidence::name(scenario, record), never->reason),
                     "All should have taken their locks in one order."}};
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "no_deadlock",
    .cites = "R7",
    .claim = "No transactions ever wait for each other in a circle.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
