#include "properties/bench/strategy_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "properties/schedule/kinds.hpp"

namespace properties::bench {
namespace {

constexpr std::string_view kPortfolio = "portfolio";
constexpr std::string_view kWalk = "random";

/// The quantile at a place between two seeds, and whether it is beyond the cap.
std::pair<double, bool> at(std::vector<Hunted> const& sorted, double share) {
  auto const place = share * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(place);
  auto const above = std::min(below + 1, sorted.size() - 1);
  auto const part = place - static_cast<double>(below);
  bool const beyond = !sorted[below].found || (part > 0 && !sorted[above].found);
  return {(1 - part) * sorted[below].schedules + part * sorted[above].schedules, beyond};
}

std::string words(Cell const& cell, int cap) {
  if (cell.beyond) return fmt::format(">{}", cap);
  bool const open = 4 * cell.missed > cell.seeds;
  return fmt::format("{:.0f} ({:.0f}–{})", cell.median, cell.lower,
                     open ? "" : fmt::format("{:.0f}", cell.upper));
}

std::string row(Table const& table, Ground const& ground) {
  auto text = fmt::format("{:<32}", ground.name);
  for (auto const& strategy : table.strategies) {
    auto const cell = table.cell(ground.name, strategy);
    text += fmt::format("{:>16}", cell ? words(*cell, table.cap) : "-");
  }
  return text + '\n';
}

std::string part(Table const& table, bool late) {
  std::string rows;
  for (auto const& ground : table.grounds) {
    if (ground.late == late) rows += row(table, ground);
  }
  if (rows.empty()) return rows;
  auto text = fmt::format("\n{:<32}", late ? "checks_block_before_lock, late" : "mutant");
  for (auto const& strategy : table.strategies) text += fmt::format("{:>16}", strategy);
  return text + '\n' + rows;
}

/// The medians of all strategies on a ground; empty if one is missing, or no single one finds.
std::vector<double> medians(Table const& table, Ground const& ground) {
  std::vector<double> all;
  bool found = false;
  for (auto const& strategy : table.strategies) {
    auto const cell = table.cell(ground.name, strategy);
    if (!cell) return {};
    found = found || (strategy != kPortfolio && !cell->beyond);
    all.push_back(cell->median);
  }
  return found ? all : std::vector<double>{};
}

std::optional<std::size_t> place_of(Table const& table, std::string_view strategy) {
  auto const found = std::find(table.strategies.begin(), table.strategies.end(), strategy);
  if (found == table.strategies.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.strategies.begin());
}

double best_but(std::vector<double> const& values, std::size_t place) {
  auto best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != place) best = std::min(best, values[i]);
  }
  return best;
}

/// Logarithms and sums by strategy, over all grounds.
struct Totals {
  std::vector<double> logarithms;
  std::vector<double> sums;
};

void note(Goals& goals, Totals& totals, Ground const& ground, std::vector<double> const& medians,
          std::size_t portfolio) {
  ++goals.grounds;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    totals.logarithms[i] += std::log(medians[i]);
    totals.sums[i] += medians[i];
  }
  auto const ratio = medians[portfolio] / best_but(medians, portfolio);
  if (ratio <= goals.worst) return;
  goals.worst = ratio;
  goals.worst_at = ground.name;
}

char const* met(bool goal) { return goal ? "met" : "NOT MET"; }

}  // namespace

std::optional<Cell> cell_of(std::vector<Hunted> hunted, int cap) {
  if (hunted.empty()) return std::nullopt;
  std::sort(hunted.begin(), hunted.end(), [](Hunted const& a, Hunted const& b) {
    return std::pair{!a.found, a.schedules} < std::pair{!b.found, b.schedules};
  });
  Cell cell;
  cell.seeds = static_cast<int>(hunted.size());
  cell.missed = static_cast<int>(
      std::count_if(hunted.begin(), hunted.end(), [](Hunted const& one) { return !one.found; }));
  cell.lower = at(hunted, 0.25).first;
  std::tie(cell.median, cell.beyond) = at(hunted, 0.5);
  cell.upper = at(hunted, 0.75).first;
  if (cell.beyond) cell.median = cap;
  return cell;
}

std::optional<Cell> Table::cell(std::string const& ground, std::string const& strategy) const {
  std::vector<Hunted> hunted;
  for (int seed = 1; seed <= seeds; ++seed) {
    auto const result = results.find({ground, strategy, seed});
    if (result != results.end()) hunted.push_back(result->second);
  }
  return cell_of(std::move(hunted), cap);
}

std::optional<Goals> goals_of(Table const& table) {
  auto const portfolio = place_of(table, kPortfolio);
  auto const walk = place_of(table, kWalk);
  if (!portfolio || !walk) return std::nullopt;
  Goals goals;
  goals.k = schedule::portfolio_shares().size();
  Totals totals{std::vector<double>(table.strategies.size()),
                std::vector<double>(table.strategies.size())};
  for (auto const& ground : table.grounds) {
    if (ground.late) continue;
    auto const all = medians(table, ground);
    goals.left_out += all.empty() ? 1 : 0;
    if (!all.empty()) note(goals, totals, ground, all, *portfolio);
  }
  if (goals.grounds == 0) return std::nullopt;
  auto const best = best_but(totals.logarithms, *portfolio);
  for (std::size_t i = 0; i < table.strategies.size(); ++i) {
    if (i != *portfolio && totals.logarithms[i] == best) goals.best = table.strategies[i];
  }
  goals.of_best = std::exp((totals.logarithms[*portfolio] - best) / goals.grounds);
  goals.sum = totals.sums[*portfolio];
  goals.sum_of_walk = totals.sums[*walk];
  return goals;
}

std::string show(Table const& table) {
  return fmt::format(
             "Schedules to the first failure of the property that claims the mutant: median and "
             "quartiles of {} seeds, cap {}\n",
             table.seeds, table.cap) +
         part(table, false) + part(table, true);
}

std::string show(Goals const& goals) {
  return fmt::format(
      "\nportfolio of {} strategies on {} mutants ({} left out)\n"
      "  geometric mean  {:.2f} times that of the best single strategy, {} (goal 1.5: {})\n"
      "  each mutant     at most {:.1f} times the best for it, {} (goal {}: {})\n"
      "  sum             {:.0f} schedules, the random walk {:.0f} (goal fewer: {})\n",
      goals.k, goals.grounds, goals.left_out, goals.of_best, goals.best, met(goals.near_the_best()),
      goals.worst, goals.worst_at, goals.k, met(goals.near_each()), goals.sum, goals.sum_of_walk,
      met(goals.better_than_the_walk()));
}

nlohmann::ordered_json to_json(Table const& table) {
  nlohmann::ordered_json json{{"seeds", table.seeds}, {"cap", table.cap}};
  json["rows"] = nlohmann::ordered_json::array();
  for (auto const& ground : table.grounds) {
    nlohmann::ordered_json told{{"name", ground.name}, {"late", ground.late}};
    for (auto const& strategy : table.strategies) {
      auto const cell = table.cell(ground.name, strategy);
      if (!cell) continue;
      told[strategy] = {{"seeds", cell->seeds},
                        {"missed", cell->missed},
                        {"lower", cell->lower},
                        {"median", cell->median},
                        {"upper", cell->upper}};
    }
    json["rows"].push_back(std::move(told));
  }
  if (auto const goals = goals_of(table)) {
    json["goals"] = {{"k", goals->k},
                     {"grounds", goals->grounds},
                     {"left_out", goals->left_out},
                     {"best", goals->best},
                     {"of_best", goals->of_best},
                     {"worst", goals->worst},
                     {"worst_at", goals->worst_at},
                     {"sum", goals->sum},
                     {"sum_of_walk", goals->sum_of_walk}};
  }
  return json;
}

}  // namespace properties::bench
