#include "checker/finding/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "checker/counterexample.hpp"
#include "checker/finding/contradiction.hpp"
#include "checker/finding/parts.hpp"
#include "checker/finding/versions.hpp"
#include "checker/linearizability.hpp"
#include "checker/parallel.hpp"

namespace checker::finding {
namespace {

using formats::Recorded;
using formats::RecordedVersions;

constexpr std::size_t kMostNearby = 60;

/// Tries for explanations are many, and each is small.
Budget for_explaining(Budget const& budget) {
  Budget smaller = budget;
  smaller.configurations = std::min<std::uint64_t>(budget.configurations, 200'000);
  return smaller;
}

/// Operations of a part that overlap a contradiction, the nearest by call, for a picture.
template <class Spec>
std::vector<OperationId> nearby(Recorded<Spec> const& recorded,
                                std::vector<OperationId> const& part,
                                std::vector<Exhibit> const& evidence) {
  Tick from = evidence.front().lifetime.called;
  Tick to = from;
  for (auto const& exhibit : evidence) {
    to = std::max({to, exhibit.lifetime.called, exhibit.lifetime.returned.value_or(from)});
  }
  std::vector<OperationId> found;
  for (auto const id : part) {
    auto const& invocation = recorded.history[id];
    bool const overlaps =
        invocation.invoked_at <= to && invocation.responded_at.value_or(to) >= from;
    bool const shown = std::any_of(evidence.begin(), evidence.end(),
                                   [&](auto const& exhibit) { return exhibit.id == id; });
    if (overlaps && !shown) found.push_back(id);
    if (found.size() == kMostNearby) break;
  }
  return found;
}

template <class Spec>
void explain_part(Recorded<Spec> const& recorded, std::vector<OperationId> const& part,
                  Budget const& budget, Finding& finding) {
  auto const small = for_explaining(budget);
  auto found = find_counterexample(recorded.spec, recorded.history, part, small);
  Contradiction<Spec> const contradiction{recorded, part, std::move(found.operations), small};
  auto const explanation = contradiction.explanation();
  finding.evidence = explanation.exhibits;
  for (auto const id : nearby(recorded, part, finding.evidence)) {
    finding.nearby.push_back(contradiction.exhibit(id));
  }
  if (!recorded.objects.empty()) {
    finding.object = recorded.words.objects.name(recorded.objects[part.front()]);
  }
  finding.explanation = explain(explanation);
}

std::string undecided(Undecided const& verdict, std::size_t operations) {
  return fmt::format(
      "The budget of {} configurations was spent: {} of {} operations were put in order, and {} "
      "could come next. Raise --budget, or record with fewer clients at a time.\n",
      verdict.configurations, verdict.longest_prefix.size(), operations, verdict.stuck.size());
}

/// What became of a part: the machine may have given out before its verdict.
using Judged = std::variant<Verdict, ResourcesExhausted>;

template <class Kind>
bool is(Judged const& judged) {
  auto const* verdict = std::get_if<Verdict>(&judged);
  return verdict != nullptr && std::holds_alternative<Kind>(*verdict);
}

template <class Spec>
std::vector<Judged> judge_parts(Recorded<Spec> const& recorded,
                                std::vector<std::vector<OperationId>> const& parts,
                                Effort const& effort) {
  std::vector<Judged> judged(parts.size());
  for_each_index(parts.size(), effort.jobs, [&](std::size_t i) {
    try {
      judged[i] = check_linearizable(recorded.spec, recorded.history, parts[i], effort.budget);
    } catch (ResourcesExhausted const& exhausted) {
      judged[i] = exhausted;
    }
  });
  return judged;
}

/// Sums up. If the machine gave out, only a violation elsewhere is a finding.
void sum_up(std::vector<Judged> const& all, Finding& finding) {
  auto const illegal = std::count_if(all.begin(), all.end(), is<NotLinearizable>);
  auto const decided = illegal + std::count_if(all.begin(), all.end(), is<Linearizable>);
  finding.parts = all.size();
  finding.parts_illegal = static_cast<std::size_t>(illegal);
  finding.parts_undecided = all.size() - static_cast<std::size_t>(decided);
  finding.kind = finding.parts_illegal > 0     ? Finding::Kind::illegal
                 : finding.parts_undecided > 0 ? Finding::Kind::undecided
                                               : Finding::Kind::legal;
  if (finding.kind != Finding::Kind::undecided) return;
  for (auto const& judged : all) {
    if (auto const* exhausted = std::get_if<ResourcesExhausted>(&judged)) throw *exhausted;
  }
}

/// A violation that is proven is told, even if the machine gives out before it is explained.
template <class Spec>
void explain_if_possible(Recorded<Spec> const& recorded, std::vector<OperationId> const& part,
                         Budget const& budget, Finding& finding) {
  try {
    explain_part(recorded, part, budget, finding);
  } catch (ResourcesExhausted const& exhausted) {
    finding.explanation = fmt::format(
        "No order explains these answers. Which of them contradict each other was not found out "
        "({}): raise --timeout or --memory.\n",
        exhausted.what());
  }
}

template <class Spec>
void check_spec(Recorded<Spec> const& recorded, Effort const& effort, Finding& finding) {
  auto const parts = parts_of(recorded);
  auto const judged = judge_parts(recorded, parts, effort);
  sum_up(judged, finding);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is<NotLinearizable>(judged[i])) {
      return explain_if_possible(recorded, parts[i], effort.budget, finding);
    }
    if (finding.kind == Finding::Kind::undecided && is<Undecided>(judged[i])) {
      finding.explanation =
          undecided(std::get<Undecided>(std::get<Verdict>(judged[i])), parts[i].size());
      return;
    }
  }
}

std::size_t operations_of(RecordedVersions const& recorded) {
  return recorded.history.operations.size();
}
template <class Spec>
std::size_t operations_of(Recorded<Spec> const& recorded) {
  return recorded.history.size();
}

void check_any(RecordedVersions const& recorded, Effort const&, Finding& finding) {
  check_versions(recorded, finding);
}
template <class Spec>
void check_any(Recorded<Spec> const& recorded, Effort const& effort, Finding& finding) {
  check_spec(recorded, effort, finding);
}

}  // namespace

Finding check(formats::AnyRecorded const& recorded, Effort const& effort) {
  Finding finding;
  finding.spec = formats::kSpecNames[recorded.index()];
  std::visit(
      [&](auto const& history) {
        finding.operations = operations_of(history);
        if (finding.operations > 0) check_any(history, effort, finding);
      },
      recorded);
  return finding;
}

}  // namespace checker::finding
