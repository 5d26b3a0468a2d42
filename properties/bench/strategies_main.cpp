#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "impl/log/log.hpp"
#include "properties/bench/strategy_table.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/schedule/cpus.hpp"
#include "properties/schedule/server_view.hpp"

namespace {

using namespace properties;
using namespace properties::bench;

constexpr int kUsage = 64;
constexpr int kInternal = 70;
constexpr int kEnvironment = 75;
constexpr int kRound = 4;  ///< Seeds after which the next ground has its turn.

struct Setting {
  int seeds{20};
  int cap{1'000};
  int jobs{1};
  bool json{false};
  bool show{false};
  std::string results;
  Wanted wanted;
  std::vector<std::string> strategies;
};

/// Seeds of one ground, which one worker tries under every strategy.
struct Lot {
  Ground const* ground;
  int first;
  int last;
};

/// A few seeds of every ground before more of any, so that what there is is always a table.
std::vector<Lot> lots_of(std::vector<Ground> const& grounds, int seeds) {
  std::vector<Lot> lots;
  for (int first = 1; first <= seeds; first += kRound) {
    for (auto const& ground : grounds) {
      lots.push_back({&ground, first, std::min(seeds, first + kRound - 1)});
    }
  }
  return lots;
}

/// Tries what has not been tried. Lots are shared out among the workers; each has a server's
/// database and a core of its own.
class Measurement {
 public:
  Measurement(server::Server& server, Setting const& setting, Table& table, ResultsFile* file)
      : server_{server},
        setting_{setting},
        table_{table},
        file_{file},
        lots_{lots_of(table.grounds, setting.seeds)} {}

  void run() {
    {
      std::vector<std::jthread> threads;
      for (int number = 0; number < setting_.jobs; ++number) {
        threads.emplace_back([this, number] { work(number); });
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work(int number) {
    try {
      schedule::Pinned const pinned{campaign::worker_options(server_, number, nullptr, {}).cpu};
      for (auto at = next_++; at < lots_.size(); at = next_++) try_lot(lots_[at], number);
    } catch (...) {
      std::lock_guard const lock{turn_};
      failure_ = std::current_exception();
      next_ = lots_.size();
    }
  }

  void try_lot(Lot const& lot, int number) {
    std::optional<harness::Worker> worker;
    for (int seed = lot.first; seed <= lot.last; ++seed) {
      for (auto const& strategy : table_.strategies) {
        HuntId const id{lot.ground->name, strategy, seed};
        if (known(id)) continue;
        if (!worker) {
          worker.emplace(campaign::worker_options(server_, number, lot.ground->mutant,
                                                  invariants_of(*lot.ground)));
        }
        keep(id, hunt(*worker, *lot.ground, *schedule::find_strategy(strategy),
                      static_cast<std::uint64_t>(seed), setting_.cap));
      }
    }
    if (worker) {
      fmt::print(stderr, "{}: seeds {} to {}\n", lot.ground->name, lot.first, lot.last);
    }
  }

  bool known(HuntId const& id) {
    std::lock_guard const lock{turn_};
    return table_.results.count(id) > 0;
  }

  void keep(HuntId const& id, Hunted const& hunted) {
    std::lock_guard const lock{turn_};
    table_.results[id] = hunted;
    if (file_ == nullptr || file_->add(id, hunted)) return;
    throw schedule::EnvironmentError{"the results cannot be written"};
  }

  server::Server& server_;
  Setting const& setting_;
  Table& table_;
  ResultsFile* file_;
  std::vector<Lot> lots_;
  std::atomic<std::size_t> next_{0};
  std::mutex turn_;
  std::exception_ptr failure_;
};

Table table_of(Setting const& setting) {
  Table table{grounds_of(setting.wanted), setting.strategies, {}, setting.seeds, setting.cap};
  if (!table.strategies.empty()) return table;
  for (auto const& kind : schedule::all_strategies()) table.strategies.emplace_back(kind.name);
  return table;
}

void print(Table const& table, bool as_json) {
  if (as_json) {
    fmt::print("{}\n", to_json(table).dump(2));
    return;
  }
  fmt::print("{}", show(table));
  if (auto const goals = goals_of(table)) fmt::print("{}", show(*goals));
}

int measure(Setting const& setting, Table& table, ResultsFile* file) {
  server::Options options;
  options.workers = setting.jobs;
  options.deadlock_timeout = std::chrono::milliseconds{50};
  auto started = server::Server::start(options);
  if (!started.ok()) {
    fmt::print(stderr, "strategies_bench: {}\n", started.problem().line());
    return kEnvironment;
  }
  Measurement{*started.value(), setting, table, file}.run();
  return 0;
}

int run(Setting const& setting) {
  impl::set_log_level(impl::LogLevel::off);
  auto table = table_of(setting);
  std::optional<ResultsFile> file;
  if (!setting.results.empty()) {
    auto opened = ResultsFile::open(setting.results, setting.cap);
    if (auto const* problem = std::get_if<std::string>(&opened)) {
      fmt::print(stderr, "strategies_bench: {}\n", *problem);
      return kUsage;
    }
    file.emplace(std::get<ResultsFile>(std::move(opened)));
    table.results = file->before();
  }
  int const code = setting.show ? 0 : measure(setting, table, file ? &*file : nullptr);
  if (code == 0) print(table, setting.json);
  return code;
}

}  // namespace

/// Prints how many schedules each strategy needs to find each negative control.
int main(int count, char** arguments) {
  CLI::App app{"Measures strategies by the schedules they need to the first failure."};
  Setting setting;
  std::vector<std::string> strategies;
  std::vector<std::string> mutants;
  for (auto const& kind : schedule::all_strategies()) strategies.emplace_back(kind.name);
  for (auto const& mutant : mutants::all_mutants()) mutants.emplace_back(mutant.name);
  app.add_option("--seeds", setting.seeds, "Of which median and quartiles are told")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--cap", setting.cap, "Schedules after which a seed is given up")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--jobs", setting.jobs, "Workers")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  auto* const results = app.add_option(
      "--results", setting.results, "Keeps every result in this file, and goes on where it ends");
  app.add_flag("--show", setting.show, "Only print what the file holds")->needs(results);
  app.add_option("--mutant", setting.wanted.mutants, "Only these")->check(CLI::IsMember(mutants));
  app.add_option("--strategy", setting.strategies, "Only these")->check(CLI::IsMember(strategies));
  app.add_flag("--races", setting.wanted.races_only,
               "Only mutants that are wrong when sessions overlap");
  app.add_flag("--late", setting.wanted.late_only,
               "Only the late race in longer and longer programs");
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
