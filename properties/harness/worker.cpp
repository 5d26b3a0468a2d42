#include "properties/harness/worker.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "properties/harness/perform.hpp"

namespace properties::harness {
namespace {

constexpr std::int64_t kVacuumEvery = 250;
constexpr std::int64_t kProveResetEvery = 64;

bool is_lost(trace::Scenario const& scenario, model::Seq seq) {
  return std::find(scenario.lost.begin(), scenario.lost.end(), seq) != scenario.lost.end();
}

/// Errors that say something of the machine, or of the server's settings, and nothing of the
/// services: no resources (53), the system (58), a limit on time that we did not set.
bool blames_environment(std::string const& sqlstate) {
  return sqlstate.starts_with("53") || sqlstate.starts_with("58") || sqlstate == "57014" ||
         sqlstate == "55P03";
}

void refuse_environment_errors(trace::Run const& run) {
  for (auto const& entry : run.log) {
    if (entry.ending != trace::Ending::failed) continue;
    if (entry.sqlstate.empty()) {
      throw schedule::EnvironmentError{"a connection to the server was lost during a run"};
    }
    if (blames_environment(entry.sqlstate)) {
      throw schedule::EnvironmentError{
          "the server refused step '" + std::string{trace::name_of(entry.at.step)} +
          "' with SQLSTATE " + entry.sqlstate + ": look at its disk, memory and time limits"};
    }
  }
}

}  // namespace

/// The run in the making.
struct Worker::Case {
  trace::Scenario const& scenario;
  std::vector<trace::ActionRecord> actions;
  /// All was quiet before the drain, too, which may have mended what was wrong.
  std::vector<trace::BrokenInvariant> broken_before_drain;
};

Worker::Worker(Options options)
    : options_{std::move(options)},
      control_{options_.dsn, options_.invariants,
               options_.mutant == nullptr ? std::string{} : options_.mutant->schema,
               options_.mutant == nullptr ? std::string{} : options_.mutant->reset} {
  if (options_.cpu >= 0) {
    schedule::Backend{control_.backend_pid(), options_.same_host}.pin_to(options_.cpu);
  }
}

Station& Worker::station(std::size_t slot) {
  while (stations_.size() <= slot) {
    stations_.push_back(std::make_unique<Station>(
        Station::Options{options_.dsn, options_.same_host, options_.cpu, options_.mutant}));
  }
  stations_[slot]->connect();
  return *stations_[slot];
}

void Worker::make_clean(trace::Scenario const& scenario) {
  schedule::Spell const spell{controller_.time_spent(), schedule::Purpose::reset};
  if (++runs_ % kVacuumEvery == 0) control_.vacuum();
  control_.reset(scenario.accounts, concerns_projection(scenario));
  if (runs_ % kProveResetEvery != 1) return;
  auto const found = control_.leftovers(scenario.accounts);
  if (!found.empty()) throw std::logic_error{"dirty_start: a reset left behind " + found};
}

CaseResult Worker::run(trace::Scenario const& scenario, schedule::Strategy& strategy) {
  make_clean(scenario);
  controller_.start();
  Case current{scenario, {}, {}};
  {
    schedule::Spell const spell{controller_.time_spent(), schedule::Purpose::hand_over};
    run_alone(current, trace::kGiven, scenario.given);
    seat_sessions(current, strategy);
    if (concerns_projection(scenario)) {
      current.broken_before_drain = control_.quiet().broken;
      drain(current);
    }
  }
  schedule::Spell const spell{controller_.time_spent(), schedule::Purpose::quiet};
  CaseResult result;
  result.schedule = controller_.schedule();
  result.blocked_steps = controller_.blocked_steps();
  result.run.actions = std::move(current.actions);
  std::stable_sort(result.run.actions.begin(), result.run.actions.end(),
                   [](auto const& a, auto const& b) { return a.invoked_at < b.invoked_at; });
  result.run.log = std::move(controller_.log());
  result.objects = std::move(controller_.objects());
  result.run.deadlocks = std::move(controller_.deadlocks());
  result.steps = static_cast<int>(result.run.log.size());
  refuse_environment_errors(result.run);
  result.run.quiet = control_.quiet();
  auto& broken = result.run.quiet.broken;
  broken.insert(broken.end(), current.broken_before_drain.begin(),
                current.broken_before_drain.end());
  std::sort(broken.begin(), broken.end());
  broken.erase(std::unique(broken.begin(), broken.end()), broken.end());
  result.run.quiet.tick = controller_.next_tick();
  result.run.quiet.drained = concerns_projection(scenario);
  return result;
}

namespace {

/// Does a session's actions one after the other and records them.
schedule::Program program_of(int number, std::vector<trace::Action> const& actions,
                             Station& station, schedule::Controller& controller,
                             std::vector<trace::ActionRecord>& records) {
  schedule::Program program;
  program.number = number;
  program.backend = &station.backend();
  for (auto const& action : actions) program.expected_steps.push_back(expected_steps(action));
  program.body = [number, &actions, &station, &controller, &records](schedule::Seat& seat) {
    station.sit(&seat);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      seat.begin_action(static_cast<int>(i));
      auto const* const delivery = std::get_if<trace::Deliver>(&actions[i]);
      bool const possible = delivery == nullptr || seat.await_event(delivery->seq);
      Services const services{station.relations(), station.projector(), station.access()};
      auto completion = possible ? perform(actions[i], services, controller.events())
                                 : trace::Completion{trace::Void{}};
      trace::ActionRecord record{number,       static_cast<int>(i),  actions[i], seat.invoked_at(),
                                 std::nullopt, std::move(completion)};
      if (!std::holds_alternative<trace::Indeterminate>(record.completion)) {
        record.responded_at = seat.next_tick();
      }
      records.push_back(std::move(record));
    }
    station.sit(nullptr);
  };
  return program;
}

}  // namespace

void Worker::run_alone(Case& current, int number, std::vector<trace::Action> const& actions) {
  if (actions.empty()) return;
  std::vector<schedule::Program> programs;
  programs.push_back(program_of(number, actions, station(0), controller_, current.actions));
  auto const alone = schedule::replay_of({});
  controller_.run(std::move(programs), *alone);
}

void Worker::seat_sessions(Case& current, schedule::Strategy& strategy) {
  std::vector<schedule::Program> programs;
  auto const& sessions = current.scenario.sessions;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    programs.push_back(program_of(static_cast<int>(i), sessions[i].actions, station(i + 1),
                                  controller_, current.actions));
  }
  controller_.run(std::move(programs), strategy);
}

void Worker::drain(Case& current) {
  std::vector<trace::Action> actions;
  auto events = controller_.events();
  std::sort(events.begin(), events.end());
  auto const watermark = control_.watermark();
  for (auto const& event : events) {
    if (event.seq > watermark && !is_lost(current.scenario, event.seq)) {
      actions.emplace_back(trace::Deliver{event.seq});
    }
  }
  actions.emplace_back(trace::Certify{});
  run_alone(current, trace::kDrain, actions);
}

}  // namespace properties::harness
