#include "properties/cli/run_command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "properties/campaign/campaign.hpp"
#include "properties/campaign/canary.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/junit_report.hpp"
#include "properties/cli/listeners.hpp"
#include "properties/cli/report.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/trace/trace.hpp"
#include "properties/version.hpp"

namespace properties::cli {
namespace {

using campaign::Campaign;
using campaign::Plan;
using campaign::Summary;

/// Below this many cases a rare outcome may be missing by chance.
constexpr std::int64_t kCoverageNeeds = 20'000;

/// With four, two can be woken into another wait at once, and then the server's order is not that
/// of asking (model/README.md).
constexpr int kConformingSessions = 3;

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Refusal> set_seed(RunOptions const& options, Plan& plan) {
  if (options.seed == "auto") {
    // The only use of chance: the seed is printed first, and all else follows from it.
    std::random_device source;
    plan.seed = (std::uint64_t{source()} << 32U) | source();
    return std::nullopt;
  }
  auto const seed = number_in<std::uint64_t>(options.seed);
  if (!seed) {
    return Refusal{kUsage, "--seed '" + options.seed + "' is not a number: give one, or 'auto'"};
  }
  plan.seed = *seed;
  return std::nullopt;
}

std::optional<Refusal> set_shard(RunOptions const& options, Plan& plan) {
  auto const slash = options.shard.find('/');
  auto const shard = number_in<int>(options.shard.substr(0, slash));
  auto const shards =
      slash == std::string::npos ? std::nullopt : number_in<int>(options.shard.substr(slash + 1));
  if (!shard || !shards || *shard < 0 || *shard >= *shards) {
    return Refusal{kUsage, "--shard '" + options.shard + "' is not i/n with 0 ≤ i < n"};
  }
  plan.shard = *shard;
  plan.shards = *shards;
  return std::nullopt;
}

std::optional<Refusal> set_strategy(RunOptions const& options, Plan& plan) {
  plan.strategy = options.strategy;
  if (options.strategy.empty()) return std::nullopt;
  auto const strategy = strategy_named(options.strategy);
  if (auto const* refusal = std::get_if<Refusal>(&strategy)) return *refusal;
  return std::nullopt;
}

std::string variants() {
  std::string names;
  for (auto const& variant : model::protocol::all_variants()) {
    names += (names.empty() ? "" : ", ") + std::string{variant.name};
  }
  return names;
}

/// Programs and what is judged: the properties', or the machine's.
std::optional<Refusal> set_conformance(RunOptions const& options, Plan& plan) {
  plan.properties = options.properties;
  plan.conformance = options.conformance;
  if (!plan.conformance) return std::nullopt;
  if (!plan.properties.empty()) {
    return Refusal{kUsage, "--conformance judges by the abstract machine: name no properties"};
  }
  if (plan.mutant != nullptr && model::protocol::find_variant(plan.mutant->name) == nullptr) {
    return Refusal{kUsage, fmt::format("the abstract machine has no variant '{}'; those that have "
                                       "one: {}",
                                       plan.mutant->name, variants())};
  }
  plan.properties = {std::string{protocol::kConformance}};
  plan.invariants.clear();
  return std::nullopt;
}

std::variant<Plan, Refusal> plan_of(RunOptions const& options) {
  auto hunt = plan_of(static_cast<HuntOptions const&>(options));
  if (std::holds_alternative<Refusal>(hunt)) return hunt;
  auto& plan = std::get<Plan>(hunt);
  if (auto refusal = unknown_property(options.properties, plan.invariants)) return *refusal;
  if (auto refusal = set_seed(options, plan)) return *refusal;
  if (auto refusal = set_shard(options, plan)) return *refusal;
  if (auto refusal = set_strategy(options, plan)) return *refusal;
  if (auto refusal = set_conformance(options, plan)) return *refusal;
  plan.cases = options.cases;
  if (!plan.time && !plan.cases) plan.time = std::chrono::seconds{60};
  plan.mix.max_sessions =
      plan.conformance ? std::min(options.sessions, kConformingSessions) : options.sessions;
  plan.mix.max_actions = options.operations;
  return hunt;
}

std::string eta(Plan const& plan, std::int64_t cases, double seconds) {
  if (plan.time) {
    return duration(std::max(0.0, std::chrono::duration<double>(*plan.time).count() - seconds));
  }
  if (cases == 0) return "?";
  return duration(seconds * static_cast<double>(*plan.cases - cases) / static_cast<double>(cases));
}

/// Shows how far it has come until the campaign has ended.
class CampaignWatch {
 public:
  CampaignWatch(Plan const& plan, Campaign const& campaign, Console& console, std::mutex& turn)
      : thread_{[&](std::stop_token const& stop) {
          auto const begun = std::chrono::steady_clock::now();
          std::mutex idle;
          std::condition_variable_any bell;
          while (!stop.stop_requested()) {
            std::unique_lock lock{idle};
            bell.wait_for(lock, stop, std::chrono::milliseconds{250}, [] { return false; });
            auto const seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            std::lock_guard const mine{turn};
            std::int64_t const cases = campaign.tally().cases;
            console.progress(fmt::format("generate   {} cases  {:.0f}/s  eta {}  findings {}",
                                         grouped(cases), static_cast<double>(cases) / seconds,
                                         eta(plan, cases, seconds),
                                         std::int64_t{campaign.tally().findings}));
          }
        }} {}

 private:
  std::jthread thread_;
};

bool judges_coverage(RunOptions const& options, Summary const& summary) {
  return options.properties.empty() && !options.conformance && options.strategy.empty() &&
         options.sessions >= 2 && options.operations >= 4 && summary.findings.empty() &&
         summary.cases >= kCoverageNeeds;
}

ExitCode conclude(RunOptions const& options, Summary const& summary, Console& console) {
  bool flaky = false;
  bool violated = false;
  for (auto const& finding : summary.findings) (finding.flaky() ? flaky : violated) = true;
  if (violated) return kViolation;
  if (flaky) return kFlaky;
  auto const never = summary.coverage.missing();
  if (judges_coverage(options, summary) && !never.empty()) {
    console.say("HEALTH   op_never_reached   " + fmt::format("{}", fmt::join(never, ", ")) +
                ": the generator no longer reaches every outcome");
    return kControlFailed;
  }
  if (summary.undecided_runs > 0 || summary.cases == 0 || interrupted()) return kInconclusive;
  return kPass;
}

ExitCode fuzz(RunOptions const& options, Plan const& plan, server::Server& server) {
  Console console{options.setting.json};
  console.say(fmt::format("relcheck {}  trace version {}  seed {:#x}  PostgreSQL {}  {} worker{}",
                          kVersion, trace::kTraceVersion, plan.seed, server.version(), plan.jobs,
                          plan.jobs == 1 ? "" : "s"));
  if (!options.no_canary && plan.mutant == nullptr && !plan.conformance) {
    auto const canary = campaign::sing(server, plan.invariants);
    if (!canary.found) {
      return refuse({kControlFailed,
                     "the canary was not caught: the mutant checks_block_before_lock survived " +
                         std::to_string(canary.schedules) +
                         " schedules, so the schedules are not under control"});
    }
    console.say(fmt::format("canary     caught after {} schedules", canary.schedules));
  }
  std::mutex turn;
  Campaign campaign{plan, server, taking_turns(listener_of(console), turn), interrupted};
  Summary summary;
  std::optional<Refusal> cut_short;
  try {
    CampaignWatch const watch{plan, campaign, console, turn};
    summary = campaign.run();
  } catch (schedule::EnvironmentError const& error) {
    console.clear();
    cut_short = environment_failed(error, server);
    summary = campaign.partial();
    if (!summary.findings.empty()) {
      console.say(
          fmt::format("{} findings are kept in {}", summary.findings.size(), plan.out.string()));
    }
  }
  console.say(show(summary));
  auto code = conclude(options, summary, console);
  if (cut_short) code = graver(code, refuse(*cut_short));
  if (!options.junit.empty()) {
    if (auto refusal = write_junit(options.junit, summary, plan.seed)) return refuse(*refusal);
  }
  if (options.setting.json) {
    auto json = to_json(summary);
    json["seed"] = plan.seed;
    json["exit_code"] = static_cast<int>(code);
    fmt::print("{}\n", json.dump(2));
  }
  console.say(closing_line(summary));
  return code;
}

}  // namespace

ExitCode run_command(RunOptions const& options) {
  auto plan = plan_of(options);
  if (auto* refusal = std::get_if<Refusal>(&plan)) return refuse(*refusal);
  auto const& chosen = std::get<Plan>(plan);
  auto server = start_server(options.setting, chosen.jobs);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  return fuzz(options, chosen, *std::get<0>(server));
}

}  // namespace properties::cli
