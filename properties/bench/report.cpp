#include "properties/bench/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace properties::bench {
namespace {

using schedule::Purpose;
using Parts = std::vector<std::pair<std::string_view, double>>;

constexpr double kMicro = 1e6;

/// Where the time of one schedule goes, in µs.
Parts parts_of(Throughput const& through) {
  auto const schedules = static_cast<double>(through.schedules);
  auto const on = [&](Purpose purpose) {
    return through.spent[static_cast<std::size_t>(purpose)] / schedules * kMicro;
  };
  return {{"server", on(Purpose::server)},
          {"hand_over", on(Purpose::hand_over)},
          {"lock_waits", on(Purpose::lock_waits)},
          {"reset", on(Purpose::reset)},
          {"commit_checks", on(Purpose::commits)},
          {"quiet_checks", on(Purpose::quiet)},
          {"judging", through.judging / schedules * kMicro}};
}

std::string_view rows_of(bool present) { return present ? "present" : "absent"; }

double per_schedule(std::int64_t count, Throughput const& through) {
  return static_cast<double>(count) / static_cast<double>(through.schedules);
}

void print_loads(Figures const& figures) {
  fmt::print(
      "\nfollow ‖ block through the services: reset, run, SQL checks and judging\n"
      "{:9} {:8} {:>10} {:>10} {:>6} {:>6} {:>6} │ {:>7} {:>9} {:>10} {:>6} {:>7} {:>6} {:>8}\n",
      "strategy", "rows", "1 worker/s", "2 workers", "ratio", "steps", "waits", "server",
      "hand-over", "lock waits", "reset", "commits", "quiet", "judging");
  for (auto const& one : figures.loads) {
    auto const two = one.two.schedules == 0 ? std::pair{std::string{"-"}, std::string{"-"}}
                                            : std::pair{fmt::format("{:.0f}", one.two.per_second()),
                                                        fmt::format("{:.2f}", one.scaling())};
    auto const parts = parts_of(one.one);
    fmt::print(
        "{:9} {:8} {:10.0f} {:>10} {:>6} {:6.1f} {:6.2f} │ {:7.0f} {:9.0f} {:10.0f} {:6.0f} "
        "{:7.0f} {:6.0f} {:8.0f}\n",
        one.load.strategy, rows_of(one.load.rows_present), one.one.per_second(), two.first,
        two.second, per_schedule(one.one.steps, one.one), per_schedule(one.one.waits, one.one),
        parts[0].second, parts[1].second, parts[2].second, parts[3].second, parts[4].second,
        parts[5].second, parts[6].second);
  }
  fmt::print("Right of the bar: µs of one schedule with one worker.\n");
}

void print_comparisons(Figures const& figures) {
  fmt::print(
      "\nAll feasible permutations of fixed statements, the same reset, by turns (medians)\n"
      "{:8} {:>12} {:>8} {:>12} {:>18} {:>7}\n",
      "rows", "permutations", "rounds", "relcheck/s", "isolationtester/s", "ratio");
  for (auto const& one : figures.comparisons) {
    fmt::print("{:8} {:12} {:8} {:12.0f} {:18.1f} {:6.1f}x\n", rows_of(one.rows_present),
               one.permutations, one.ours.size(), one.ours_per_second(), one.tester_per_second(),
               one.ratio());
    if (one.waits_ours != one.waits_tester) {
      fmt::print("  but {} steps waited in ours and {} in theirs\n", one.waits_ours,
                 one.waits_tester);
    }
  }
}

nlohmann::ordered_json json_of(Throughput const& through) {
  nlohmann::ordered_json json{{"per_second", through.per_second()},
                              {"schedules", through.schedules},
                              {"steps", through.steps},
                              {"lock_waits", through.waits}};
  for (auto const& [name, micros] : parts_of(through)) {
    json["microseconds"][std::string{name}] = micros;
  }
  return json;
}

nlohmann::ordered_json json_of(LoadFigures const& one) {
  nlohmann::ordered_json json{{"strategy", one.load.strategy},
                              {"rows", rows_of(one.load.rows_present)},
                              {"one_worker", json_of(one.one)}};
  if (one.two.schedules > 0) {
    json["two_workers"] = json_of(one.two);
    json["two_to_one"] = one.scaling();
  }
  return json;
}

nlohmann::ordered_json json_of(Comparison const& one) {
  return {{"rows", rows_of(one.rows_present)},
          {"permutations", one.permutations},
          {"lock_waits", {{"relcheck", one.waits_ours}, {"isolationtester", one.waits_tester}}},
          {"seconds", {{"relcheck", one.ours}, {"isolationtester", one.tester}}},
          {"relcheck_per_second", one.ours_per_second()},
          {"isolationtester_per_second", one.tester_per_second()},
          {"ratio", one.ratio()}};
}

}  // namespace

void print_table(Figures const& figures) {
  fmt::print("PostgreSQL {}, {} core{}, load average {:.1f} before and {:.1f} after\n",
             figures.server_version, figures.cpus.size(), figures.cpus.size() == 1 ? "" : "s",
             figures.load_before, figures.load_after);
  if (!figures.loads.empty()) print_loads(figures);
  if (!figures.comparisons.empty()) print_comparisons(figures);
}

void print_json(Figures const& figures) {
  nlohmann::ordered_json json{{"postgresql", figures.server_version},
                              {"cores", figures.cpus.size()},
                              {"load_average", {figures.load_before, figures.load_after}},
                              {"services", nlohmann::ordered_json::array()},
                              {"permutations", nlohmann::ordered_json::array()}};
  for (auto const& one : figures.loads) json["services"].push_back(json_of(one));
  for (auto const& one : figures.comparisons) json["permutations"].push_back(json_of(one));
  fmt::print("{}\n", json.dump(2));
}

}  // namespace properties::bench
