#include "properties/props/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/overloaded.hpp"

namespace properties::props {
namespace {

using model::overloaded;
using Names = std::vector<std::string>;

bool wanted(Names const& only, std::string_view name) {
  return only.empty() || std::ranges::find(only, name) != only.end();
}

void take(Report& report, Property const& property, Judgement judgement) {
  std::string name{property.name};
  std::visit(overloaded{
                 [&](Holds const&) { report.held.push_back(std::move(name)); },
                 [](NotApplicable const&) {},
                 [&](Violated& violated) {
                   report.findings.push_back({std::move(name), std::move(violated.because),
                                              property.file, property.line});
                 },
                 [&](Undecided const& undecided) {
                   report.undecided.push_back(fmt::format("{}: {}", name, undecided.why));
                 },
             },
             judgement);
}

/// Every row that broke an SQL invariant, with the moment, in the order of the run.
class BrokenRows {
 public:
  BrokenRows(trace::Run const& run, Names const& only, std::vector<Invariant> const& asked)
      : only_{only}, asked_{asked} {
    for (auto const& entry : run.log) {
      for (auto const& broken : entry.broken) {
        add(broken, fmt::format("After the commit at {}", entry.tick));
      }
    }
    for (auto const& broken : run.quiet.broken) add(broken, "When all was quiet");
  }

  [[nodiscard]] bool has(std::string const& property) const {
    return std::ranges::any_of(findings_, [&](Finding const& f) { return f.property == property; });
  }
  [[nodiscard]] std::vector<Finding>& findings() { return findings_; }

 private:
  /// The first row tells; a state that stays broken breaks again at every later commit.
  void add(trace::BrokenInvariant const& broken, std::string const& when) {
    auto const property = "sql." + broken.name;
    if (!wanted(only_, property) || has(property)) return;
    Finding finding{property, {fmt::format("{} this row broke it: {}.", when, broken.row)}, "", 0};
    for (auto const& invariant : asked_) {
      if (invariant.name != broken.name) continue;
      finding.because.push_back(fmt::format("Claimed ({}): {}", invariant.cites, invariant.claim));
      finding.file = invariant.file;
      finding.line = 1;
    }
    findings_.push_back(std::move(finding));
  }

  Names const& only_;
  std::vector<Invariant> const& asked_;
  std::vector<Finding> findings_;
};

}  // namespace

Report judge(trace::Scenario const& scenario, trace::Run const& run, Names const& only,
             std::vector<Invariant> const& asked) {
  Report report;
  for (auto const& property : all_properties()) {
    if (wanted(only, property.name)) take(report, property, property.judge(scenario, run));
  }
  BrokenRows broken{run, only, asked};
  for (auto const& invariant : asked) {
    if (concerns_projection(invariant) && !run.quiet.drained) continue;  // It was not asked.
    auto name = property_name(invariant);
    if (wanted(only, name) && !broken.has(name)) report.held.push_back(std::move(name));
  }
  std::ranges::move(broken.findings(), std::back_inserter(report.findings));
  return report;
}

Names property_names(std::vector<Invariant> const& asked) {
  Names names;
  for (auto const& property : all_properties()) names.emplace_back(property.name);
  for (auto const& invariant : asked) names.push_back(property_name(invariant));
  std::ranges::sort(names);
  return names;
}

}  // namespace properties::props
