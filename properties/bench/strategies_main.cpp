#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "impl/log/log.hpp"
#include "properties/bench/strategy_hunt.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/schedule/cpus.hpp"
#include "properties/schedule/server_view.hpp"

namespace {

using namespace properties;
using namespace properties::bench;

constexpr int kInternal = 70;
constexpr int kEnvironment = 75;
constexpr std::string_view kPortfolio = "portfolio";

struct Setting {
  int seeds{20};
  int cap{2'000};
  int jobs{1};
  bool races{false};
  bool late{false};
  bool json{false};
  std::vector<std::string> mutants;
  std::vector<std::string> strategies;
};

struct Row {
  Ground ground;
  bool long_one{false};
  std::vector<Hunted> hunted;  ///< By strategy.
};

std::vector<Row> rows_of(Setting const& setting) {
  std::vector<Row> rows;
  auto const asked = [&](mutants::Mutant const& mutant) {
    auto const& names = setting.mutants;
    if (!names.empty()) return std::find(names.begin(), names.end(), mutant.name) != names.end();
    return !setting.late && (mutant.race || !setting.races);
  };
  for (auto const& mutant : mutants::all_mutants()) {
    if (asked(mutant)) rows.push_back({generated(mutant), false, {}});
  }
  if (!setting.mutants.empty()) return rows;
  for (int const before : {0, 4, 16, 48}) rows.push_back({late_race(before), true, {}});
  return rows;
}

std::vector<schedule::StrategyKind> kinds_of(Setting const& setting) {
  if (setting.strategies.empty()) return schedule::all_strategies();
  std::vector<schedule::StrategyKind> kinds;
  for (auto const& name : setting.strategies) kinds.push_back(*schedule::find_strategy(name));
  return kinds;
}

/// Rows are shared out among the workers; each has a server's database and a core of its own.
void measure(server::Server& server, Setting const& setting,
             std::vector<schedule::StrategyKind> const& kinds, std::vector<Row>& rows) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failing;
  auto const work = [&](int number) {
    try {
      auto const cpu = campaign::worker_options(server, number, nullptr, {}).cpu;
      schedule::Pinned const pinned{cpu};
      for (auto at = next++; at < rows.size(); at = next++) {
        harness::Worker worker{campaign::worker_options(server, number, rows[at].ground.mutant,
                                                        props::all_invariants())};
        for (auto const& kind : kinds) {
          rows[at].hunted.push_back(
              hunt(worker, rows[at].ground, kind, setting.seeds, setting.cap));
        }
        fmt::print(stderr, "{}\n", rows[at].ground.name);
      }
    } catch (...) {
      std::lock_guard const lock{failing};
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < setting.jobs; ++number) threads.emplace_back(work, number);
  }
  if (failure) std::rethrow_exception(failure);
}

std::string cell(Hunted const& hunted, int cap) {
  if (2 * hunted.missed > static_cast<int>(hunted.schedules.size())) return fmt::format(">{}", cap);
  return fmt::format("{:.0f}{}", hunted.median(), hunted.missed > 0 ? "+" : "");
}

void print_rows(std::vector<Row> const& rows, bool long_ones, int cap) {
  for (auto const& row : rows) {
    if (row.long_one != long_ones) continue;
    fmt::print("{:<32}", row.ground.name);
    for (auto const& hunted : row.hunted) fmt::print("{:>11}", cell(hunted, cap));
    fmt::print("\n");
  }
}

struct Totals {
  double sum{0};
  double geometric{0};
};

Totals totals_of(std::vector<Row> const& rows, std::size_t strategy) {
  Totals totals;
  double logarithms = 0;
  double count = 0;
  for (auto const& row : rows) {
    if (row.long_one) continue;
    totals.sum += row.hunted[strategy].median();
    logarithms += std::log(row.hunted[strategy].median());
    ++count;
  }
  totals.geometric = count > 0 ? std::exp(logarithms / count) : 0;
  return totals;
}

void print_totals(std::vector<Row> const& rows, std::size_t strategies) {
  fmt::print("{:<32}", "sum");
  for (std::size_t i = 0; i < strategies; ++i) fmt::print("{:>11.0f}", totals_of(rows, i).sum);
  fmt::print("\n{:<32}", "geometric mean");
  for (std::size_t i = 0; i < strategies; ++i) {
    fmt::print("{:>11.1f}", totals_of(rows, i).geometric);
  }
  fmt::print("\n");
}

void print_table(std::vector<schedule::StrategyKind> const& kinds, std::vector<Row> const& rows,
                 Setting const& setting) {
  auto const heading = [&](char const* what) {
    fmt::print("\n{:<32}", what);
    for (auto const& kind : kinds) fmt::print("{:>11}", kind.name);
    fmt::print("\n");
  };
  fmt::print("Schedules to the first failure: median of {} seeds (+: some met the cap of {})\n",
             setting.seeds, setting.cap);
  auto const any = [&](bool long_ones) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](Row const& row) { return row.long_one == long_ones; });
  };
  if (any(false)) {
    heading("mutant, generated programs");
    print_rows(rows, false, setting.cap);
    print_totals(rows, kinds.size());
  }
  if (any(true)) {
    heading("checks_block_before_lock, late");
    print_rows(rows, true, setting.cap);
  }
}

/// How the portfolio stands to the best of the others, each mutant by itself.
void print_portfolio(std::vector<schedule::StrategyKind> const& kinds,
                     std::vector<Row> const& rows) {
  std::size_t portfolio = kinds.size();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].name == kPortfolio) portfolio = i;
  }
  bool const none =
      std::all_of(rows.begin(), rows.end(), [](Row const& row) { return row.long_one; });
  if (none || portfolio == kinds.size() || kinds.size() < 2) return;
  double worst = 0;
  std::string worst_at;
  double best_mean = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto const mean = totals_of(rows, i).geometric;
    if (i != portfolio && (best_mean == 0 || mean < best_mean)) best_mean = mean;
  }
  for (auto const& row : rows) {
    if (row.long_one) continue;
    double best = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      auto const median = row.hunted[i].median();
      if (i != portfolio && (best == 0 || median < best)) best = median;
    }
    auto const ratio = row.hunted[portfolio].median() / best;
    if (ratio <= worst) continue;
    worst = ratio;
    worst_at = row.ground.name;
  }
  fmt::print(
      "\nportfolio of the best single strategy: {:.2f} in the geometric mean, at worst {:.1f} "
      "({})\n",
      totals_of(rows, portfolio).geometric / best_mean, worst, worst_at);
}

void print_json(std::vector<schedule::StrategyKind> const& kinds, std::vector<Row> const& rows,
                Setting const& setting) {
  nlohmann::ordered_json json{{"seeds", setting.seeds}, {"cap", setting.cap}};
  json["rows"] = nlohmann::ordered_json::array();
  for (auto const& row : rows) {
    nlohmann::ordered_json told{{"name", row.ground.name}, {"long", row.long_one}};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      told[std::string{kinds[i].name}] = {{"median", row.hunted[i].median()},
                                          {"missed", row.hunted[i].missed},
                                          {"schedules", row.hunted[i].schedules}};
    }
    json["rows"].push_back(std::move(told));
  }
  fmt::print("{}\n", json.dump(2));
}

int run(Setting const& setting) {
  impl::set_log_level(impl::LogLevel::off);
  server::Options options;
  options.workers = setting.jobs;
  options.deadlock_timeout = std::chrono::milliseconds{50};
  auto started = server::Server::start(options);
  if (!started.ok()) {
    fmt::print(stderr, "strategies_bench: {}\n", started.problem().line());
    return kEnvironment;
  }
  auto const kinds = kinds_of(setting);
  auto rows = rows_of(setting);
  measure(*started.value(), setting, kinds, rows);
  if (setting.json) {
    print_json(kinds, rows, setting);
    return 0;
  }
  print_table(kinds, rows, setting);
  print_portfolio(kinds, rows);
  return 0;
}

}  // namespace

/// Prints how many schedules each strategy needs to find each negative control.
int main(int count, char** arguments) {
  CLI::App app{"Measures strategies by the schedules they need to the first failure."};
  Setting setting;
  std::vector<std::string> names;
  for (auto const& kind : schedule::all_strategies()) names.emplace_back(kind.name);
  app.add_option("--seeds", setting.seeds, "Of which the median is told")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--cap", setting.cap, "Schedules after which a seed is given up")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--jobs", setting.jobs, "Workers")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--mutant", setting.mutants, "Only these");
  app.add_option("--strategy", setting.strategies, "Only these")->check(CLI::IsMember(names));
  app.add_flag("--races", setting.races, "Only mutants that are wrong when sessions overlap");
  app.add_flag("--late", setting.late, "Only the late race in longer and longer programs");
  app.add_flag("--json", setting.json, "Print JSON, and nothing else");
  CLI11_PARSE(app, count, arguments);
  try {
    return run(setting);
  } catch (schedule::EnvironmentError const& error) {
    fmt::print(stderr, "strategies_bench: {}\n", error.what());
    return kEnvironment;
  } catch (std::exception const& error) {
    fmt::print(stderr, "strategies_bench: {}\n", error.what());
    return kInternal;
  }
}
