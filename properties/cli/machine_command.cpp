#include "properties/cli/machine_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "model/protocol/variant.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/listeners.hpp"
#include "properties/cli/machine_report.hpp"
#include "properties/cli/report.hpp"
#include "properties/explore/operations.hpp"
#include "properties/protocol/bounds.hpp"
#include "properties/protocol/translate.hpp"
#include "properties/trace/codec.hpp"
#include "properties/version.hpp"

namespace properties::cli {
namespace {

using checker::exploration::End;
using checker::exploration::Statistics;
using model::protocol::Action;
using model::protocol::Variant;
using protocol::FileTrouble;
using protocol::Next;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kSaveEvery{60};

double seconds_since(steady_clock::time_point begun) {
  return std::chrono::duration<double>(steady_clock::now() - begun).count();
}

std::variant<Variant const*, Refusal> variant_of(mutants::Mutant const* mutant) {
  if (mutant == nullptr) return &model::protocol::kCorrect;
  if (auto const* variant = model::protocol::find_variant(mutant->name)) return variant;
  std::vector<std::string_view> known;
  for (auto const& variant : model::protocol::all_variants()) known.push_back(variant.name);
  return Refusal{kUsage,
                 fmt::format("the abstract machine does not know the mutant '{}'; it knows {}",
                             mutant->name, fmt::join(known, ", "))};
}

std::variant<std::uint32_t, Refusal> goals_of(std::vector<std::string> const& names) {
  auto const& known = model::protocol::kGoalNames;
  std::uint32_t goals = 0;
  for (auto const& name : names) {
    auto const found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      return Refusal{kUsage, fmt::format("there is no goal '{}': the known ones are {}", name,
                                         fmt::join(known, ", "))};
    }
    goals |= std::uint32_t{1} << (found - known.begin());
  }
  return goals;
}

std::variant<model::protocol::Scenario, Refusal> scenario_of(MachineOptions const& options,
                                                             Variant const& variant) {
  auto choices =
      explore::read_choices({options.ops, options.given, options.private_users, options.users});
  if (auto* bad = std::get_if<explore::BadText>(&choices)) return Refusal{kUsage, bad->message};
  auto& program = std::get<0>(choices);
  program.mishaps = options.mishaps;
  auto scenario = protocol::to_machine(program, variant);
  if (auto* beyond = std::get_if<protocol::BeyondTheMachine>(&scenario)) {
    return Refusal{kUsage, "the abstract machine cannot have this program: there, " + beyond->rule};
  }
  return std::get<0>(std::move(scenario));
}

std::string in_line(MachineOptions const& options) {
  auto text = options.ops;
  if (!options.given.empty()) text += ", given " + options.given;
  if (!options.private_users.empty()) {
    text += fmt::format(", {} private", fmt::join(options.private_users, ", "));
  }
  if (options.users > 0) text += fmt::format(", {} users", options.users);
  if (options.mishaps > 0) text += fmt::format(", {} mishaps", options.mishaps);
  return text;
}

/// Shows how far a search is, and says when it is to be saved or to stop.
class Watch {
 public:
  Watch(Console& console, std::optional<std::chrono::milliseconds> time)
      : console_{console}, time_{time} {}

  Next look(Statistics const& now) {
    if (!first_) first_ = now.states;
    console_.progress(fmt::format("machine   {} states  depth {}  {:.2f} million/s  {}",
                                  grouped(static_cast<std::int64_t>(now.states)), now.depth,
                                  static_cast<double>(new_states(now)) / seconds() / 1e6,
                                  duration(seconds())));
    if (interrupted() || (time_ && steady_clock::now() - begun_ >= *time_)) return Next::stop;
    if (steady_clock::now() - saved_ < kSaveEvery) return Next::go_on;
    saved_ = steady_clock::now();
    return Next::save;
  }
  [[nodiscard]] double seconds() const { return seconds_since(begun_); }
  /// Without what a file held: what was there at the first look.
  [[nodiscard]] std::uint64_t new_states(Statistics const& now) const {
    return now.states - (resumed_ ? first_.value_or(now.states) : 0);
  }
  void goes_on_from_a_file() { resumed_ = true; }

 private:
  Console& console_;
  std::optional<std::chrono::milliseconds> time_;
  steady_clock::time_point begun_{steady_clock::now()};
  steady_clock::time_point saved_{begun_};
  std::optional<std::uint64_t> first_;
  bool resumed_{false};
};

/// A counterexample on PostgreSQL, with the same mutant.
class Replay {
 public:
  Replay(MachineOptions const& options, campaign::Plan const& plan, Console& console)
      : options_{options}, plan_{plan}, console_{console} {}

  /// How the command ends, after a violation.
  ExitCode run(OnMachine const& done) {
    if (auto const why_not = unfit(done.explored.moves); !why_not.empty()) {
      console_.say("replayed       not: " + why_not);
      return kViolation;
    }
    auto started = start_server(options_.setting, 1);
    if (auto* refusal = std::get_if<Refusal>(&started)) return refuse(*refusal);
    auto& server = *std::get<0>(started);
    try {
      return run_on(server, done);
    } catch (schedule::EnvironmentError const& error) {
      return refuse(environment_failed(error, server));
    }
  }
  [[nodiscard]] std::optional<campaign::FindingReport> const& finding() const { return finding_; }

 private:
  [[nodiscard]] std::string unfit(std::vector<protocol::Move> const& moves) const {
    if (options_.no_replay) return "--no-replay";
    bool const mishap = std::any_of(moves.begin(), moves.end(), [](protocol::Move const& move) {
      return move.action.kind == Action::Kind::mishap;
    });
    return mishap ? "the server cannot be asked for the mishap in it" : "";
  }

  ExitCode run_on(server::Server& server, OnMachine const& done) {
    harness::Worker worker{campaign::worker_options(server, 0, plan_.mutant, plan_.invariants)};
    auto const examined =
        harness::replay(worker, protocol::translate(done.scenario, done.explored.moves));
    auto const taken = protocol::moves_taken(examined.result.run, done.explored.moves);
    console_.say(fmt::format(
        "replayed       on PostgreSQL {}{}: {} of {} steps are the same, and {}", server.version(),
        plan_.mutant == nullptr ? "" : ", same mutant", taken, done.explored.moves.size(),
        examined.report.findings.empty() ? "NOTHING fails" : "it fails, too"));
    if (examined.report.findings.empty()) return departed(examined);
    auto const listener = listener_of(console_);
    std::function<bool()> const stopped = interrupted;
    campaign::FindingReport report;
    report.id.origin = "abstract machine";
    finding_ = campaign::boil_down(worker, {plan_, server, listener, stopped}, examined,
                                   std::move(report));
    listener.on_finding(*finding_);
    return finding_->flaky() ? kFlaky : kViolation;
  }

  /// The machine is wrong about the services, or a property is blind.
  ExitCode departed(harness::Examined const& examined) {
    auto trace = harness::to_trace(
        examined, plan_.mutant == nullptr ? std::string{} : std::string{plan_.mutant->name});
    trace.environment.relcheck = kVersion;
    trace.environment.strategy = "abstract machine";
    auto const file = plan_.out / "machine.trace.json";
    std::filesystem::create_directories(plan_.out);
    auto const error = trace::write_trace(file, trace);
    return refuse({kInternal,
                   "a defect of relcheck: what the abstract machine rejects no property rejects on "
                   "PostgreSQL; " +
                       (error ? error->message : "the run is kept in " + file.string())});
  }

  MachineOptions const& options_;
  campaign::Plan const& plan_;
  Console& console_;
  std::optional<campaign::FindingReport> finding_;
};

std::optional<Refusal> trouble_of(OnMachine const& done, MachineOptions const& options) {
  if (!done.explored.trouble) return std::nullopt;
  auto const file = options.resume.string();
  if (*done.explored.trouble == FileTrouble::not_taken) {
    return Refusal{kUsage, file +
                               " is damaged, or of another program, mutant, reduction or build, or "
                               "has more than --states: give another file, or remove it"};
  }
  return Refusal{kEnvironment, file + " cannot be written: what was explored is not kept"};
}

ExitCode ending_of(OnMachine const& done) {
  if (done.explored.end == End::goal_missed) return kControlFailed;
  return done.proven() ? kPass : kInconclusive;
}

std::string how_to_go_on(MachineOptions const& options) {
  if (options.bits)
    return "               of bits no search can be taken up: give it more --states or time";
  if (options.resume.empty())
    return "               with --resume FILE the next run goes on from here";
  return "               kept in " + options.resume.string() + ": the same command goes on";
}

void print_json(OnMachine const& done, Replay const& replay, ExitCode code) {
  auto json = to_json(done);
  json["findings"] = nlohmann::ordered_json::array();
  if (replay.finding()) json["findings"].push_back(to_json(*replay.finding()));
  json["exit_code"] = static_cast<int>(code);
  fmt::print("{}\n", json.dump(2));
}

OnMachine explore(MachineOptions const& options, campaign::Plan const& plan, Variant const& variant,
                  model::protocol::Scenario scenario, std::uint32_t goals, Console& console) {
  OnMachine done{in_line(options),      options.mutant,           std::move(scenario),
                 !options.no_reduction, options.bits.has_value(), {}};
  Watch watch{console, plan.time};
  if (!options.resume.empty() && std::filesystem::exists(options.resume)) {
    watch.goes_on_from_a_file();
  }
  protocol::Asked asked;
  asked.search = done.reduced ? protocol::Search::reduced : protocol::Search::every_order;
  asked.goals = goals;
  asked.states = options.states;
  asked.bits = options.bits;
  asked.file = options.resume;
  asked.watch = [&](Statistics const& now) { return watch.look(now); };
  done.explored = protocol::explore(done.scenario, variant, asked);
  done.seconds = watch.seconds();
  done.new_states = watch.new_states(done.explored.statistics);
  return done;
}

ExitCode conclude(OnMachine const& done, MachineOptions const& options, campaign::Plan const& plan,
                  Console& console) {
  auto const trouble = trouble_of(done, options);
  if (trouble && *done.explored.trouble == FileTrouble::not_taken) return refuse(*trouble);
  console.say(show(done, console.width()));
  if (done.explored.end == End::budget_spent) console.say(how_to_go_on(options));
  Replay replay{options, plan, console};
  auto code = ending_of(done);
  if (done.explored.end == End::violated) {
    console.say("\n" + show_counterexample(done, console.width()));
    code = replay.run(done);
  }
  if (trouble) code = graver(code, refuse(*trouble));
  if (options.setting.json) print_json(done, replay, code);
  console.say(closing_line(done));
  return code;
}

}  // namespace

ExitCode machine_command(MachineOptions const& options) {
  if (options.bits && !options.resume.empty()) {
    return refuse({kUsage, "--resume does not go with --bits: of bits no search can be taken up"});
  }
  auto plan = plan_of(options);
  if (auto* refusal = std::get_if<Refusal>(&plan)) return refuse(*refusal);
  auto& chosen = std::get<0>(plan);
  auto variant = variant_of(chosen.mutant);
  if (auto* refusal = std::get_if<Refusal>(&variant)) return refuse(*refusal);
  auto goals = goals_of(options.goals);
  if (auto* refusal = std::get_if<Refusal>(&goals)) return refuse(*refusal);
  auto scenario = scenario_of(options, *std::get<0>(variant));
  if (auto* refusal = std::get_if<Refusal>(&scenario)) return refuse(*refusal);
  catch_interrupts();
  Console console{options.setting.json};
  console.say(fmt::format("relcheck {}  abstract machine{}: {}", kVersion,
                          options.mutant.empty() ? "" : ", " + options.mutant, in_line(options)));
  auto const done = explore(options, chosen, *std::get<0>(variant),
                            std::get<0>(std::move(scenario)), std::get<0>(goals), console);
  console.clear();
  return conclude(done, options, chosen, console);
}

}  // namespace properties::cli
