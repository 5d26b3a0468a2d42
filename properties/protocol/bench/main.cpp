#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "properties/protocol/bench/measure.hpp"

namespace {

using properties::protocol::bench::Figure;
using properties::protocol::bench::SpinSetting;

constexpr int kEnvironment = 75;

struct Setting {
  int rounds{3};
  bool large{false};
  bool without_spin{false};
};

using Measurement = std::function<std::optional<Figure>()>;

void print(Figure const& figure) {
  fmt::print("{:<40} {:>11} {:>12} {:>8.2f} {:>8.2f} {:>8.1f}{}\n", figure.what, figure.states,
             figure.transitions, figure.seconds, figure.rate() / 1e6, figure.bytes_per_state,
             figure.finished ? "" : "   NOT FINISHED");
}

/// The median of all rounds, by rate.
Figure median(std::vector<Figure> figures) {
  std::sort(figures.begin(), figures.end(),
            [](Figure const& a, Figure const& b) { return a.rate() < b.rate(); });
  return figures[figures.size() / 2];
}

int measure_by_turns(std::vector<Measurement> const& measurements, int rounds) {
  std::vector<std::vector<Figure>> figures(measurements.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < measurements.size(); ++i) {
      auto figure = measurements[i]();
      if (!figure) return kEnvironment;
      figures[i].push_back(*std::move(figure));
    }
  }
  fmt::print("{:<40} {:>11} {:>12} {:>8} {:>8} {:>8}\n", "two users; median by rate", "states",
             "transitions", "cpu s", "M/s", "bytes");
  for (auto& all : figures) print(median(std::move(all)));
  return 0;
}

std::vector<Measurement> measurements(Setting const& setting, SpinSetting const& spin) {
  namespace bench = properties::protocol::bench;
  std::vector<Measurement> all{[] { return bench::measure_every_order(3, 2); }};
  if (!setting.without_spin) all.emplace_back([=] { return bench::measure_spin(spin); });
  all.emplace_back([] { return bench::measure_reduced(3, 2); });
  if (setting.large) {
    all.emplace_back([] { return bench::measure_anything(3, 2); });
    all.emplace_back([] { return bench::measure_every_order(3, 3); });
    all.emplace_back([] { return bench::measure_reduced(3, 3); });
  }
  return all;
}

}  // namespace

/// Prints how many different states a second the explorer visits of the abstract machine, and Spin
/// of a model of the same protocol, by turns.
int main(int count, char** arguments) {
  CLI::App app{"Measures the explorer on follow, unfollow, block and unblock of two users."};
  Setting setting;
  app.add_option("--rounds", setting.rounds, "Of all by turns")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_flag("--large", setting.large, "Larger ones, too (some GB)");
  app.add_flag("--without-spin", setting.without_spin, "Leave Spin out");
  CLI11_PARSE(app, count, arguments);
  auto folder = (std::filesystem::temp_directory_path() / "relcheck-spin-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    fmt::print(stderr, "explorer_bench: cannot make the folder {}\n", folder);
    return kEnvironment;
  }
  auto const code =
      measure_by_turns(measurements(setting, {folder, RELCHECK_PROMELA}), setting.rounds);
  std::filesystem::remove_all(folder);
  return code;
}
