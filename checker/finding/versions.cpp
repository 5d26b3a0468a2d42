#include "checker/finding/versions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "checker/finding/show.hpp"
#include "checker/versioned/check.hpp"

namespace checker::finding {
namespace {

using formats::RecordedVersions;
using versioned::Violation;
using Reason = Violation::Reason;

constexpr std::size_t kMostNearby = 60;

Exhibit exhibit(RecordedVersions const& recorded, OperationId id) {
  auto const& operation = recorded.history.operations[id];
  Exhibit result{id,
                 show_client(static_cast<ClientId>(operation.client), recorded.words),
                 show_call(recorded, id),
                 show_answer(recorded, id),
                 show_place(recorded.places[id]),
                 {operation.call, std::nullopt},
                 std::nullopt};
  if (operation.returned()) result.lifetime.returned = result.drawn_to = operation.ret;
  return result;
}

std::string letter(std::size_t index) {
  return std::string(1, static_cast<char>('A' + index % 26));
}

std::string out_of_order(RecordedVersions const& recorded, std::vector<Exhibit> const& evidence) {
  // The evidence is by version: the first has the smaller one, and was called too late.
  auto const& older = evidence.front();
  auto const& newer = evidence.back();
  std::size_t const older_index = older.lifetime.called < newer.lifetime.called ? 0 : 1;
  auto const version = recorded.history.operations[older.id].version;
  auto const seen = recorded.history.operations[newer.id].version;
  bool const made = recorded.history.operations[older.id].made();
  auto const older_name = letter(older_index);
  auto const newer_name = letter(1 - older_index);
  return fmt::format(
      "  - {1} had returned (at {2}) before {0} was called (at {3}), so {0} comes after {1}.\n"
      "  - However, {0} {4} version {5} and {1} is at version {6}, so {0} comes before {1}: a "
      "contradiction.\n"
      "{0} should have {7} version {8} or a later one.\n",
      older_name, newer_name, *newer.lifetime.returned, older.lifetime.called,
      made ? "made" : "is at", version, seen, made ? "made" : "been at", made ? seen + 1 : seen);
}

std::string because(RecordedVersions const& recorded, Violation const& violation,
                    std::vector<Exhibit> const& evidence) {
  auto const& first = recorded.history.operations[violation.operations.front()];
  switch (violation.reason) {
    case Reason::impossible_version:
      if (first.kind == versioned::Kind::cas) {
        return fmt::format(
            "  - A replaced version {}, so it must have made version {}, but says {}.\n",
            first.expected, std::uint64_t{first.expected} + 1, first.version);
      }
      return "  - Version 0 is the untouched key: nobody can have made it.\n";
    case Reason::refused_as_expected:
      return fmt::format("  - A was refused although it found the version it expected, {}.\n",
                         first.expected);
    case Reason::made_twice:
      return fmt::format(
          "  - Both say that they made version {}. One of the two updates is lost: the later one "
          "should have made version {} or later.\n",
          violation.version, violation.version + 1);
    case Reason::out_of_order:
      return out_of_order(recorded, evidence);
    case Reason::made_by_nobody:
      return fmt::format(
          "  - By then version {} must have been there{}, but too few operations had been called "
          "that can have made it and the versions before it.\n",
          violation.version,
          recorded.history.values.empty() ? "" : ", with the value it is said to have");
    case Reason::two_values:
      return fmt::format("  - They tell different values of the one version {}.\n",
                         violation.version);
  }
  return {};
}

std::vector<Exhibit> nearby(RecordedVersions const& recorded, Violation const& violation,
                            std::vector<Exhibit> const& evidence) {
  Tick from = evidence.front().lifetime.called;
  Tick to = evidence.back().lifetime.called;
  std::vector<Exhibit> found;
  auto const& operations = recorded.history.operations;
  for (OperationId id = 0; id < operations.size() && found.size() < kMostNearby; ++id) {
    auto const& operation = operations[id];
    bool const overlaps = operation.key == violation.key && operation.call <= to &&
                          (!operation.returned() || operation.ret >= from);
    bool const shown = std::find(violation.operations.begin(), violation.operations.end(), id) !=
                       violation.operations.end();
    if (overlaps && !shown) found.push_back(exhibit(recorded, id));
  }
  return found;
}

}  // namespace

void check_versions(RecordedVersions const& recorded, Finding& finding) {
  finding.parts = recorded.words.objects.size();
  auto const violation = versioned::find_violation(recorded.history);
  if (!violation) {
    finding.kind = Finding::Kind::legal;
    return;
  }
  finding.kind = Finding::Kind::illegal;
  finding.parts_illegal = 1;
  finding.object = violation->key < recorded.words.objects.size()
                       ? recorded.words.objects.name(violation->key)
                       : std::to_string(violation->key);
  std::vector<Exhibit> by_version;
  for (auto const id : violation->operations) by_version.push_back(exhibit(recorded, id));
  finding.evidence = by_version;
  std::stable_sort(
      finding.evidence.begin(), finding.evidence.end(),
      [](auto const& a, auto const& b) { return a.lifetime.called < b.lifetime.called; });
  finding.nearby = nearby(recorded, *violation, finding.evidence);
  Explanation explanation;
  explanation.exhibits = finding.evidence;
  finding.explanation = explain(explanation) + because(recorded, *violation, by_version);
}

}  // namespace checker::finding
