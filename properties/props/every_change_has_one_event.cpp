#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "properties/props/evidence/moments.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"
#include "properties/trace/show.hpp"

namespace properties::props {
namespace {

using evidence::words;
using trace::ActionRecord;
using trace::Event;
using trace::Run;
using trace::Scenario;
using trace::show;
using Found = std::optional<Violated>;

trace::WriteAnswer const* write_answer(ActionRecord const& record) {
  auto const* returned = std::get_if<trace::Returned>(&record.completion);
  return returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
}

bool in_doubt(ActionRecord const& record) {
  return std::holds_alternative<trace::Indeterminate>(record.completion);
}

/// Each pair's events in seq order: versions 1, 2, 3, …, each with another state than before.
Found find_version_break(Run const& run) {
  std::map<model::Pair, model::PairRow> rows;
  for (auto const& event : run.quiet.events) {
    auto& row = rows[event.pair];
    auto const expected = row.version.next();
    if (event.row.version != expected) {
      return Violated{
          {fmt::format("Before {} the pair {} was {}.", words(event), words(event.pair), show(row)),
           fmt::format("Its next event should have had version {}.", expected.value())}};
    }
    if (event.row.state == row.state) {
      return Violated{{fmt::format("Before {} the pair {} was {} already.", words(event),
                                   words(event.pair), show(row)),
                       "There should have been no event: nothing changed."}};
    }
    row = event.row;
  }
  return std::nullopt;
}

/// Each change that an answer tells is in the log under the seq it tells, and told once.
Found find_missing_event(Scenario const& scenario, Run const& run) {
  std::set<Event> unclaimed{run.quiet.events.begin(), run.quiet.events.end()};
  for (auto const& record : run.actions) {
    auto const* answer = write_answer(record);
    if (answer == nullptr) continue;
    for (auto const& [change, seq] : answer->changes) {
      Event const told{seq, change.pair, change.row};
      if (unclaimed.erase(told) == 1) continue;
      return Violated{
          {evidence::said(scenario, record) + ".",
           fmt::format("The log should hold {} for it, and for nothing else.", words(told))}};
    }
  }
  return std::nullopt;
}

std::string origin(Scenario const& scenario, Run const& run, evidence::Moments const& moments,
                   Event const& event) {
  auto const* entry = moments.entry_of(event.seq);
  if (entry == nullptr) return fmt::format("The log holds {}.", words(event));
  for (auto const& record : run.actions) {
    if (record.session != entry->at.session || record.index != entry->at.action) continue;
    return fmt::format("{}, and {} became visible with its commit at {}.",
                       evidence::said(scenario, record), words(event), entry->tick);
  }
  return fmt::format("{} became visible at {}.", words(event), entry->tick);
}

/// Each event is told by an answer, unless an action without one may have written it.
Found find_extra_event(Scenario const& scenario, Run const& run) {
  if (std::ranges::any_of(run.actions, in_doubt)) return std::nullopt;
  std::set<model::Seq> told;
  for (auto const& record : run.actions) {
    auto const* answer = write_answer(record);
    if (answer == nullptr) continue;
    for (auto const& change : answer->changes) told.insert(change.seq);
  }
  for (auto const& event : run.quiet.events) {
    if (told.contains(event.seq)) continue;
    return Violated{{origin(scenario, run, evidence::Moments{run}, event),
                     "No answer tells of this event: there should have been none."}};
  }
  return std::nullopt;
}

/// How many changes an answer may tell of.
bool fits(ActionRecord const& record, trace::WriteAnswer const& answer) {
  auto const told = answer.changes.size();
  if (answer.verdict != model::Verdict::changed) return told == 0;
  if (std::holds_alternative<model::Block>(record.action)) return told <= 2;
  bool const no_relation = std::holds_alternative<model::Unblock>(record.action) ||
                           std::holds_alternative<model::MakePost>(record.action);
  return told == (no_relation ? 0U : 1U);
}

Found find_misfit(Scenario const& scenario, Run const& run) {
  for (auto const& record : run.actions) {
    auto const* answer = write_answer(record);
    if (answer == nullptr || fits(record, *answer)) continue;
    return Violated{{fmt::format("{}, with {} changed relations.", evidence::said(scenario, record),
                                 answer->changes.size()),
                     answer->verdict == model::Verdict::changed
                         ? "It should have told of exactly what it changed."
                         : "It should have changed none: it says that nothing changed."}};
  }
  return std::nullopt;
}

/// The row of a pair is what its last event says.
Found find_silent_row(Run const& run) {
  std::map<model::Pair, model::PairRow> rows;
  for (auto const& event : run.quiet.events) rows[event.pair] = event.row;
  for (auto const& [pair, seen] : run.quiet.pairs) {
    auto const logged = rows[pair];
    if (seen.row == logged) continue;
    return Violated{
        {fmt::format("In the end the row of {} is {}.", words(pair), show(seen.row)),
         fmt::format("Its events end in {}: both should have been the same.", show(logged))}};
  }
  return std::nullopt;
}

Judgement judge(Scenario const& scenario, Run const& run) {
  bool const written = std::ranges::any_of(
      run.actions, [](ActionRecord const& record) { return write_answer(record) != nullptr; });
  if (!written && run.quiet.events.empty()) return NotApplicable{};
  if (auto found = find_misfit(scenario, run)) return *found;
  if (auto found = find_missing_event(scenario, run)) return *found;
  if (auto found = find_extra_event(scenario, run)) return *found;
  if (auto found = find_version_break(run)) return *found;
  if (auto found = find_silent_row(run)) return *found;
  return Holds{};
}

Registration const kRegistration{{
    .name = "every_change_has_one_event",
    .cites = "R2 R9",
    .claim = "Each change of a pair's state adds one to its version and writes one event, which "
             "its answer tells; no change, no event.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
