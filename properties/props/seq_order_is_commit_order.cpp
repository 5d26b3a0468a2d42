#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "checker/precedence_graph.hpp"
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
using Found = std::optional<Violated>;

Found find_hole(Run const& run) {
  model::Seq expected{1};
  for (auto const& event : run.quiet.events) {
    if (event.seq != expected) {
      return Violated{
          {fmt::format("After e{} the log goes on with {}.", expected.value() - 1, words(event)),
           fmt::format("There should have been an event e{}: seqs have no holes.",
                       expected.value())}};
    }
    expected = expected.next();
  }
  if (run.quiet.last.value() == expected.value() - 1) return std::nullopt;
  return Violated{{fmt::format("The last seq given out is {}, but the log ends with e{}.",
                               run.quiet.last.value(), expected.value() - 1),
                   "Both should have been the same: a seq that is given out has its event, and a "
                   "rolled back one leaves no hole."}};
}

/// Events that became visible in another order than their seqs say.
Found find_late_event(Scenario const& scenario, Run const& run) {
  std::pair<model::Seq, trace::LogEntry const*> newest{};
  for (auto const& entry : run.log) {
    for (auto const& event : entry.events) {
      if (event.seq < newest.first) {
        return Violated{
            {fmt::format("e{} became visible at {}, by {}.", newest.first.value(),
                         newest.second->tick, show(scenario, newest.second->at)),
             fmt::format("However, {} became visible only later, at {}, by {}.", words(event),
                         entry.tick, show(scenario, entry.at)),
             fmt::format("e{} should have come first: the order of seqs is the order of commits.",
                         event.seq.value())}};
      }
      newest = {event.seq, &entry};
    }
  }
  return std::nullopt;
}

/// One seq of one answer.
struct Claim {
  model::Seq seq;
  std::size_t action;
  friend auto operator<=>(Claim const&, Claim const&) = default;
};

std::vector<Claim> claims_of(Run const& run) {
  std::vector<Claim> claims;
  for (std::size_t i = 0; i < run.actions.size(); ++i) {
    auto const* returned = std::get_if<trace::Returned>(&run.actions[i].completion);
    if (returned == nullptr) continue;
    auto const* answer = std::get_if<trace::WriteAnswer>(&returned->answer);
    if (answer == nullptr) continue;
    for (auto const& change : answer->changes) claims.push_back({change.seq, i});
  }
  std::ranges::sort(claims);
  return claims;
}

/// A cycle between the order of the seqs that answers claim and real time.
Found find_cycle(Scenario const& scenario, Run const& run, std::vector<Claim> const& claims) {
  std::vector<checker::Lifetime> lifetimes;
  lifetimes.reserve(run.actions.size());
  for (auto const& record : run.actions) {
    lifetimes.push_back({record.invoked_at, record.responded_at});
  }
  checker::PrecedenceGraph graph{std::move(lifetimes)};
  for (std::size_t i = 1; i < claims.size(); ++i) {
    auto const& [before, after] = std::tie(claims[i - 1], claims[i]);
    if (before.action == after.action) continue;
    graph.add(
        {before.action, after.action, checker::SeqOrder{before.seq.value(), after.seq.value()}});
  }
  auto const cycle = graph.find_shortest_cycle();
  if (!cycle) return std::nullopt;
  auto because = evidence::lines(checker::explain_cycle(
      *cycle, [&](checker::OperationId id) { return evidence::said(scenario, run.actions[id]); }));
  because.emplace_back("What returned before another was called should have the smaller seq.");
  return Violated{std::move(because)};
}

Found find_double_claim(Scenario const& scenario, Run const& run,
                        std::vector<Claim> const& claims) {
  for (std::size_t i = 1; i < claims.size(); ++i) {
    if (claims[i - 1].seq != claims[i].seq) continue;
    return Violated{{evidence::said(scenario, run.actions[claims[i - 1].action]) + ".",
                     evidence::said(scenario, run.actions[claims[i].action]) + ".",
                     fmt::format("Only one of them should have had e{}: a seq is given out once.",
                                 claims[i].seq.value())}};
  }
  return std::nullopt;
}

Judgement judge(Scenario const& scenario, Run const& run) {
  auto const claims = claims_of(run);
  if (run.quiet.events.empty() && claims.empty() && run.quiet.last == model::Seq{}) {
    return NotApplicable{};
  }
  if (auto found = find_late_event(scenario, run)) return *found;
  if (auto found = find_double_claim(scenario, run, claims)) return *found;
  if (auto found = find_cycle(scenario, run, claims)) return *found;
  if (auto found = find_hole(run)) return *found;
  return Holds{};
}

Registration const kRegistration{{
    .name = "seq_order_is_commit_order",
    .cites = "R6",
    .claim = "Sequence numbers have no holes, and their order is the order in which the changes "
             "became visible and agrees with real time.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
