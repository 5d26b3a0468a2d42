#include "properties/cli/mutants_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/trace/codec.hpp"

namespace properties::cli {
namespace {

using mutants::Mutant;

/// What the campaigns against one mutant came to.
struct Fate {
  Mutant const* mutant{nullptr};
  int campaigns{0};
  int found{0};
  std::set<std::string> by{};
  std::vector<double> cases{};
  std::vector<double> seconds{};
  std::optional<campaign::FindingReport> smallest{};
  bool flaky{false};
  [[nodiscard]] bool killed() const { return found == campaigns && campaigns > 0; }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

campaign::Plan plan_for(Mutant const& mutant, MutantsOptions const& options, int round,
                        std::vector<props::Invariant> const& invariants) {
  campaign::Plan plan;
  plan.seed = schedule::derive_seed(options.seed, 11, static_cast<std::uint64_t>(round));
  plan.time = std::chrono::milliseconds{static_cast<std::int64_t>(options.kill_for * 1000)};
  plan.shrink_for = std::chrono::milliseconds{static_cast<std::int64_t>(options.shrink_for * 1000)};
  plan.out.clear();
  plan.mutant = &mutant;
  plan.invariants = invariants;
  return plan;
}

void note(Fate& fate, campaign::Summary const& summary) {
  ++fate.campaigns;
  if (summary.findings.empty()) return;
  auto const& finding = summary.findings.front();
  ++fate.found;
  fate.by.insert(finding.property);
  fate.cases.push_back(static_cast<double>(finding.cases_before));
  fate.seconds.push_back(finding.seconds_before);
  fate.flaky = fate.flaky || finding.flaky();
  if (!fate.smallest || finding.to < fate.smallest->to) fate.smallest = finding;
}

Fate hunt(Mutant const& mutant, MutantsOptions const& options, server::Server& server,
          std::vector<props::Invariant> const& invariants, Console& console) {
  Fate fate{.mutant = &mutant};
  for (int round = 0; round < options.seeds && !interrupted(); ++round) {
    console.progress(fmt::format("{}  seed {} of {}", mutant.name, round + 1, options.seeds));
    campaign::Campaign campaign{
        plan_for(mutant, options, round, invariants), server, {}, interrupted};
    note(fate, campaign.run());
  }
  return fate;
}

std::string row(Fate const& fate) {
  std::string by;
  for (auto const& property : fate.by) by += (by.empty() ? "" : " ") + property;
  if (fate.found == 0) return fmt::format("{:<28} SURVIVED", fate.mutant->name);
  auto const& size = fate.smallest->to;
  return fmt::format("{:<28} {:>3}/{}  {:>7.0f}  {:>7.2f}   {:>2} / {} / {} / {}   {}{}",
                     fate.mutant->name, fate.found, fate.campaigns, median(fate.cases),
                     median(fate.seconds), size.operations, size.sessions, size.switches,
                     size.deliveries, by, fate.flaky ? "   FLAKY" : "");
}

nlohmann::ordered_json json_of(Fate const& fate) {
  nlohmann::ordered_json json{{"mutant", fate.mutant->name},
                              {"breaks", fate.mutant->breaks},
                              {"found", fate.found},
                              {"campaigns", fate.campaigns},
                              {"by", fate.by},
                              {"median_cases", median(fate.cases)},
                              {"median_seconds", median(fate.seconds)},
                              {"flaky", fate.flaky}};
  if (fate.smallest) {
    json["operations"] = fate.smallest->to.operations;
    json["sessions"] = fate.smallest->to.sessions;
    json["switches"] = fate.smallest->to.switches;
    json["deliveries"] = fate.smallest->to.deliveries;
  }
  return json;
}

std::optional<Refusal> keep(Fate const& fate, MutantsOptions const& options) {
  if (options.out.empty() || !fate.smallest) return std::nullopt;
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  auto trace = fate.smallest->smallest;
  trace.title = std::string{fate.mutant->what};
  auto const file = options.out / (std::string{fate.mutant->name} + ".trace.json");
  if (auto const unwritten = trace::write_trace(file, trace)) {
    return Refusal{kEnvironment, unwritten->message};
  }
  return std::nullopt;
}

std::variant<std::vector<Mutant const*>, Refusal> chosen(MutantsOptions const& options) {
  std::vector<Mutant const*> all;
  for (auto const& name : options.names) {
    auto mutant = mutant_named(name);
    if (auto* refusal = std::get_if<Refusal>(&mutant)) return *refusal;
    all.push_back(std::get<Mutant const*>(mutant));
  }
  if (!options.names.empty()) return all;
  for (auto const& mutant : mutants::all_mutants()) all.push_back(&mutant);
  if (options.sample <= 0) return all;
  schedule::Rng rng{options.seed};
  while (all.size() > static_cast<std::size_t>(options.sample)) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(rng.below(all.size())));
  }
  return all;
}

}  // namespace

ExitCode mutants_command(MutantsOptions const& options) {
  auto mutants = chosen(options);
  if (auto* refusal = std::get_if<Refusal>(&mutants)) return refuse(*refusal);
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  auto server = start_server(options.setting, 1);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  Console console{options.setting.json};
  console.say(fmt::format("{:<28} {:>5}  {:>7}  {:>7}   {}   {}", "mutant", "found", "cases",
                          "seconds", "ops/sessions/switches/deliveries", "killed by"));
  auto json = nlohmann::ordered_json::array();
  std::size_t tried = 0;
  std::size_t killed = 0;
  bool flaky = false;
  for (auto const* mutant : std::get<0>(mutants)) {
    auto const fate =
        hunt(*mutant, options, *std::get<0>(server), std::get<0>(invariants), console);
    if (interrupted() && !fate.killed()) break;
    ++tried;
    console.say(row(fate));
    json.push_back(json_of(fate));
    killed += fate.killed() ? 1 : 0;
    flaky = flaky || fate.flaky;
    if (auto refusal = keep(fate, options)) return refuse(*refusal);
  }
  auto const total = std::get<0>(mutants).size();
  if (options.setting.json) fmt::print("{}\n", json.dump(2));
  console.say(fmt::format("relcheck: {} passed, {} failed, {} skipped", killed, tried - killed,
                          total - tried));
  if (killed < tried) return kControlFailed;
  if (tried < total) return kInconclusive;
  return flaky ? kFlaky : kPass;
}

}  // namespace properties::cli
