#include "properties/cli/list_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "properties/gen/coverage.hpp"
#include "properties/props/property.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/trace/step.hpp"

namespace properties::cli {
namespace {

/// A row: its name, what it cites or belongs to, and what it means.
struct Row {
  std::string name;
  std::string about;
  std::string what;
};

std::vector<Row> properties(std::vector<props::Invariant> const& invariants) {
  std::vector<Row> rows;
  for (auto const& property : props::all_properties()) {
    rows.push_back(
        {std::string{property.name}, std::string{property.cites}, std::string{property.claim}});
  }
  for (auto const& invariant : invariants) {
    rows.push_back({props::property_name(invariant), invariant.cites, invariant.claim});
  }
  return rows;
}

std::vector<Row> invariants_only(std::vector<props::Invariant> const& invariants) {
  std::vector<Row> rows;
  for (auto const& invariant : invariants) {
    rows.push_back({invariant.name,
                    invariant.when == props::When::commit ? "after every commit" : "when quiet",
                    invariant.claim});
  }
  return rows;
}

std::vector<Row> mutants_only() {
  std::vector<Row> rows;
  for (auto const& mutant : mutants::all_mutants()) {
    rows.push_back({std::string{mutant.name}, std::string{mutant.breaks},
                    std::string{mutant.what} + (mutant.race ? " (a race)" : "")});
  }
  return rows;
}

std::vector<Row> strategies_only() {
  std::vector<Row> rows;
  for (auto const& kind : schedule::all_strategies()) {
    rows.push_back({std::string{kind.name}, "", std::string{kind.what}});
  }
  return rows;
}

std::vector<Row> words(std::vector<std::string> const& names) {
  std::vector<Row> rows;
  for (auto const& name : names) rows.push_back({name, "", ""});
  return rows;
}

std::vector<Row> steps_only() {
  std::vector<Row> rows;
  for (auto const name : trace::kStepNames) rows.push_back({std::string{name}, "", ""});
  return rows;
}

void print(std::vector<Row> const& rows) {
  std::size_t name = 0;
  std::size_t about = 0;
  for (auto const& row : rows) {
    name = std::max(name, row.name.size());
    about = std::max(about, row.about.size());
  }
  for (auto const& row : rows) {
    auto line = fmt::format("{:<{}}  {:<{}}  {}", row.name, name, row.about, about, row.what);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

void print_json(std::vector<Row> const& rows) {
  auto json = nlohmann::ordered_json::array();
  for (auto const& row : rows) {
    json.push_back({{"name", row.name}, {"about", row.about}, {"what", row.what}});
  }
  fmt::print("{}\n", json.dump(2));
}

}  // namespace

ExitCode list_command(ListOptions const& options) {
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  auto const& all = std::get<0>(invariants);
  std::vector<Row> rows;
  if (options.what == "properties") {
    rows = properties(all);
  } else if (options.what == "invariants") {
    rows = invariants_only(all);
  } else if (options.what == "mutants") {
    rows = mutants_only();
  } else if (options.what == "strategies") {
    rows = strategies_only();
  } else if (options.what == "outcomes") {
    rows = words(gen::reachable_outcomes());
  } else if (options.what == "steps") {
    rows = steps_only();
  } else {
    return refuse({kUsage, "there is no list of '" + options.what +
                               "': ask for properties, invariants, mutants, strategies, outcomes "
                               "or steps"});
  }
  options.setting.json ? print_json(rows) : print(rows);
  return kPass;
}

}  // namespace properties::cli
