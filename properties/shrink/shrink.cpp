#include "properties/shrink/shrink.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "properties/schedule/decisions.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/shrink/edits.hpp"

namespace properties::shrink {
namespace {

using harness::Examined;
using trace::Scenario;
using trace::Switch;

constexpr std::uint64_t kOtherSchedules = 24;
constexpr int kSwitchRuns = 4000;

class Shrinker {
 public:
  Shrinker(harness::Worker& worker, Examined const& start,
           std::vector<std::string> const& properties, Limits const& limits)
      : worker_{worker},
        properties_{properties},
        limits_{limits},
        end_{std::chrono::steady_clock::now() + limits.time} {
    result_.best = start;
    result_.from = measure(start.scenario);
  }

  Shrunk run() {
    while (!out_of_time() && (shrink_program() || shrink_schedule())) {
    }
    result_.finished = !out_of_time();
    result_.to = measure(result_.best.scenario);
    return std::move(result_);
  }

 private:
  bool shrink_program() {
    bool any = false;
    for (auto const& pass : program_passes()) {
      while (!out_of_time() && apply(pass)) any = true;
    }
    return any;
  }

  bool apply(Pass const& pass) {
    auto const before = measure(result_.best.scenario);
    for (auto const& candidate : pass.candidates(result_.best.scenario)) {
      if (out_of_time()) return false;
      if (!smaller_program(measure(candidate), before)) continue;
      if (!tried_.insert(program_of(candidate)).second) continue;
      if (auto found = find_failure(candidate)) {
        accept(std::move(*found), pass.name);
        return true;
      }
      ++result_.rejected;
    }
    return false;
  }

  /// Schedules are compared at the end only: a smaller program may need more switches at first.
  static bool smaller_program(Size candidate, Size best) {
    candidate.switches = best.switches = 0;
    return candidate < best;
  }

  static Scenario program_of(Scenario scenario) {
    scenario.schedule.switches.clear();
    return scenario;
  }

  std::optional<Examined> find_failure(Scenario const& candidate) {
    if (auto found = run_failing(candidate)) return found;
    auto const program = program_of(candidate);
    if (auto found = run_failing(program)) return found;
    if (candidate.sessions.size() < 2) return std::nullopt;
    auto const& kinds = schedule::all_strategies();
    for (std::uint64_t i = 0; i < kOtherSchedules && !out_of_time(); ++i) {
      auto const strategy = kinds[i % kinds.size()].make(schedule::derive_seed(i, 1, 0), {40, 2});
      ++result_.tries;
      auto examined = harness::examine(worker_, program, *strategy, properties_);
      if (!examined.report.findings.empty()) return examined;
    }
    return std::nullopt;
  }

  std::optional<Examined> run_failing(Scenario const& scenario) {
    ++result_.tries;
    auto examined = harness::replay(worker_, scenario, properties_);
    if (examined.report.findings.empty()) return std::nullopt;
    return examined;
  }

  void accept(Examined found, std::string_view pass) {
    result_.best = std::move(found);
    ++result_.accepted[std::string{pass}];
    if (limits_.on_better) limits_.on_better(result_.best, pass);
  }

  /// Breadth first over schedules of the same program, by number of switches.
  bool shrink_schedule() {
    auto const program = program_of(result_.best.scenario);
    auto const bound = result_.best.scenario.schedule.switches.size();
    std::vector<std::vector<Switch>> level{{}};
    int runs = 0;
    for (std::size_t count = 0; count < bound; ++count) {
      std::vector<std::vector<Switch>> next;
      for (auto const& switches : level) {
        if (out_of_time() || ++runs > kSwitchRuns) return false;
        auto scenario = program;
        scenario.schedule.switches = switches;
        ++result_.tries;
        auto examined = harness::replay(worker_, scenario, properties_);
        if (!examined.report.findings.empty()) {
          accept(std::move(examined), "fewest-switches");
          return true;
        }
        if (count + 1 < bound) extend(switches, examined.result.run, next);
      }
      level = std::move(next);
    }
    return false;
  }

  /// All schedules that make one switch more, later than the last.
  static void extend(std::vector<Switch> const& switches, trace::Run const& run,
                     std::vector<std::vector<Switch>>& into) {
    bool past_last = switches.empty();
    for (auto const& decision : schedule::decisions_of(run)) {
      if (!past_last) {
        past_last = decision.last == switches.back().at && decision.after == switches.back().after;
        continue;
      }
      for (int const other : decision.enabled) {
        if (other == decision.chosen) continue;
        into.push_back(switches);
        into.back().push_back(Switch{decision.last, other, decision.after});
      }
    }
  }

  [[nodiscard]] bool out_of_time() const {
    if (limits_.stopped && limits_.stopped()) return true;
    return std::chrono::steady_clock::now() >= end_;
  }

  harness::Worker& worker_;
  std::vector<std::string> const& properties_;
  Limits const& limits_;
  std::chrono::steady_clock::time_point end_;
  std::set<Scenario> tried_;
  Shrunk result_;
};

}  // namespace

std::vector<std::string> failing(Examined const& examined) {
  std::vector<std::string> names;
  for (auto const& finding : examined.report.findings) names.push_back(finding.property);
  return names;
}

Shrunk shrink(harness::Worker& worker, Examined const& start,
              std::vector<std::string> const& properties, Limits const& limits) {
  return Shrinker{worker, start, properties, limits}.run();
}

}  // namespace properties::shrink
