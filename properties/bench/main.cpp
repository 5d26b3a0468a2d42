#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>

#include "properties/bench/isolation_tester.hpp"
#include "properties/bench/report.hpp"
#include "properties/schedule/cpus.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/schedule/strategy.hpp"

namespace {

using namespace properties;
using namespace properties::bench;

constexpr int kInternal = 70;
constexpr int kEnvironment = 75;

struct Setting {
  double seconds{2};
  int rounds{3};
  bool json{false};
  bool without_tester{false};
  std::string tester = kIsolationTester;
  std::vector<std::string> strategies{"random", "preempt:2"};
};

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

void measure_loads(server::Server& server, Setting const& setting, Figures& figures) {
  std::vector<int> const one{figures.cpus.front()};
  for (auto const& strategy : setting.strategies) {
    for (bool const present : {false, true}) {
      LoadFigures measured{{strategy, present}, {}, {}};
      measured.one = measure(server, one, measured.load, setting.seconds);
      if (figures.cpus.size() > 1) {
        std::vector<int> const two{figures.cpus[0], figures.cpus[1]};
        measured.two = measure(server, two, measured.load, setting.seconds);
      }
      figures.loads.push_back(std::move(measured));
    }
  }
}

int run(Setting const& setting) {
  setenv("PGISOLATIONTIMEOUT", "30", 0);  // Of the isolation tester; its own is 300 s.
  server::Options options;
  options.workers = 2;
  auto started = server::Server::start(options);
  if (!started.ok()) {
    fmt::print(stderr, "schedules_bench: {}\n", started.problem().line());
    return kEnvironment;
  }
  auto& server = *started.value();
  Figures figures;
  figures.server_version = server.version();
  figures.cpus = schedule::usable_cpus();
  figures.load_before = load_average();
  measure_loads(server, setting, figures);
  for (bool const present : {false, true}) {
    if (setting.without_tester) break;
    figures.comparisons.push_back(compare(server.worker_dsn(0), figures.cpus.front(), present,
                                          setting.rounds, setting.tester));
  }
  figures.load_after = load_average();
  setting.json ? print_json(figures) : print_table(figures);
  return 0;
}

}  // namespace

/// Prints how many schedules a second there are, where their time goes, and how PostgreSQL's own
/// isolation tester compares.
int main(int count, char** arguments) {
  CLI::App app{"Measures schedules on a private PostgreSQL."};
  Setting setting;
  std::vector<std::string> names;
  for (auto const& kind : schedule::all_strategies()) names.emplace_back(kind.name);
  app.add_option("--seconds", setting.seconds, "For each load and number of workers")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_option("--rounds", setting.rounds, "Of relcheck and the isolation tester by turns")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--strategy", setting.strategies, "Strategies to measure")
      ->check(CLI::IsMember(names));
  app.add_option("--tester", setting.tester, "The isolation tester")
      ->check(CLI::ExistingFile)
      ->capture_default_str();
  app.add_flag("--without-tester", setting.without_tester, "Leave the isolation tester out");
  app.add_flag("--json", setting.json, "Print JSON, and nothing else");
  CLI11_PARSE(app, count, arguments);
  try {
    return run(setting);
  } catch (schedule::EnvironmentError const& error) {
    fmt::print(stderr, "schedules_bench: {}\n", error.what());
    return kEnvironment;
  } catch (std::exception const& error) {
    fmt::print(stderr, "schedules_bench: {}\n", error.what());
    return kInternal;
  }
}
