#include <fmt/format.h>

#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"
#include "properties/trace/show.hpp"

namespace properties::props {
namespace {

/// The last step of the action that the server refused; nothing if the log does not tell.
trace::LogEntry const* find_refused(trace::Run const& run, trace::ActionRecord const& record) {
  trace::LogEntry const* refused = nullptr;
  for (auto const& entry : run.log) {
    bool const its = entry.at.session == record.session && entry.at.action == record.index;
    if (its && entry.ending == trace::Ending::failed) refused = &entry;
  }
  return refused;
}

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  if (run.actions.empty()) return NotApplicable{};
  for (auto const& record : run.actions) {
    auto const* never = std::get_if<trace::NeverHappened>(&record.completion);
    if (never == nullptr || !never->defect) continue;
    auto const* refused = find_refused(run, record);
    auto const where =
        refused == nullptr ? evidence::name(scenario, record) : show(scenario, refused->at);
    return Violated{
        {fmt::format("The server refused {} with {}: {}.", where,
                     never->sqlstate.empty() ? "an error" : never->sqlstate, never->reason),
         "Every statement of the protocol should have been accepted: it took its locks "
         "and looked before it wrote."}};
  }
  return Holds{};
}

Registration const kRegistration{{
    .name = "no_defect",
    .cites = "R2 R7",
    .claim = "The server never refuses a statement, but to end a deadlock or a lost connection.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
