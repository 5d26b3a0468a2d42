#include "properties/cli/doctor_command.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "properties/campaign/campaign.hpp"
#include "properties/campaign/canary.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/gen/scenario_gen.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::cli {
namespace {

/// What running every scenario twice showed.
struct Determinism {
  std::atomic<std::int64_t> scenarios{0};
  std::atomic<std::int64_t> with_lock_wait{0};
  std::atomic<std::int64_t> departures{0};
  std::mutex first;
  std::string first_departure;
  std::exception_ptr failure;
};

/// Three writers among few users: more than every other scenario meets a lock.
trace::Scenario contended(std::uint64_t seed) {
  gen::Mix mix;
  mix.max_actions = 4;
  mix.max_consumers = 0;
  mix.tokens = false;
  auto scenario = gen::generate(seed, mix);
  while (scenario.sessions.size() < 3) {
    scenario = gen::generate(seed = schedule::derive_seed(seed, 7, 0), mix);
  }
  return scenario;
}

void run_twice(harness::Worker& worker, std::uint64_t seed, Determinism& seen) {
  auto const scenario = contended(seed);
  auto const& kinds = schedule::all_strategies();
  auto const strategy = kinds[seed % 4 == 0 ? seed % kinds.size() : seed % 2].make(seed, {60, 4});
  auto const first = harness::examine(worker, scenario, *strategy);
  auto const second = harness::replay(worker, first.scenario);
  ++seen.scenarios;
  seen.with_lock_wait += first.result.blocked_steps > 0 ? 1 : 0;
  auto const away = harness::departure(first.scenario, first.result.run, second.result.run);
  if (away.empty()) return;
  ++seen.departures;
  std::lock_guard const lock{seen.first};
  if (seen.first_departure.empty()) {
    seen.first_departure = fmt::format("scenario {:#x}: {}", seed, away);
  }
}

void determinism_lane(DoctorOptions const& options, server::Server& server,
                      std::vector<props::Invariant> const& invariants, int lane, int jobs,
                      Determinism& seen) {
  try {
    harness::Worker worker{campaign::worker_options(server, lane, nullptr, invariants)};
    for (std::int64_t i = lane; i < options.determinism && !interrupted(); i += jobs) {
      run_twice(worker, schedule::derive_seed(options.seed, 3, static_cast<std::uint64_t>(i)),
                seen);
    }
  } catch (...) {
    std::lock_guard const lock{seen.first};
    seen.failure = std::current_exception();
  }
}

void check_determinism(DoctorOptions const& options, server::Server& server,
                       std::vector<props::Invariant> const& invariants, int jobs, Console& console,
                       Determinism& seen) {
  std::vector<std::thread> lanes;
  std::atomic<int> running{jobs};
  for (int lane = 0; lane < jobs; ++lane) {
    lanes.emplace_back([&, lane] {
      determinism_lane(options, server, invariants, lane, jobs, seen);
      --running;
    });
  }
  while (running > 0) {
    console.progress(fmt::format("determinism  {} of {} scenarios, {} departures",
                                 grouped(seen.scenarios), grouped(options.determinism),
                                 std::int64_t{seen.departures}));
    std::this_thread::yield();
    struct timespec const pause{0, 100'000'000};
    nanosleep(&pause, nullptr);
  }
  for (auto& lane : lanes) lane.join();
  if (seen.failure) std::rethrow_exception(seen.failure);
}

ExitCode examine_patient(DoctorOptions const& options, server::Server& server, int jobs,
                         std::vector<props::Invariant> const& invariants) {
  Console console{options.setting.json};
  console.say(fmt::format("server       ok   PostgreSQL {}{}", server.version(),
                          server.same_host() ? ", on this machine: backends can be stopped and "
                                               "pinned"
                                             : ", elsewhere: wake order is left to the server"));
  auto const canary = campaign::sing(server, invariants);
  console.say(canary.found
                  ? fmt::format("canary       ok   caught after {} schedules", canary.schedules)
                  : std::string{"canary       FAILED   the schedules are not under control"});
  Determinism seen;
  check_determinism(options, server, invariants, jobs, console, seen);
  bool const same = seen.departures == 0;
  bool const contended = 2 * seen.with_lock_wait >= seen.scenarios;
  console.say(
      fmt::format("determinism  {}   {} scenarios run twice, {} with a lock wait, {} departures{}",
                  same && contended ? "ok" : "FAILED", grouped(seen.scenarios),
                  grouped(seen.with_lock_wait), std::int64_t{seen.departures},
                  !same       ? "; the first: " + seen.first_departure
                  : contended ? ""
                              : ": with so few waits, being alike shows little"));
  console.say("reset        ok   proven before the first run and every 64th");
  auto const code = !same ? kFlaky : canary.found && contended ? kPass : kControlFailed;
  if (options.setting.json) {
    nlohmann::ordered_json const json{{"postgres", server.version()},
                                      {"same_host", server.same_host()},
                                      {"canary_found", canary.found},
                                      {"scenarios", std::int64_t{seen.scenarios}},
                                      {"with_lock_wait", std::int64_t{seen.with_lock_wait}},
                                      {"departures", std::int64_t{seen.departures}},
                                      {"first_departure", seen.first_departure},
                                      {"exit_code", static_cast<int>(code)}};
    fmt::print("{}\n", json.dump(2));
  }
  return interrupted() ? graver(code, kInconclusive) : code;
}

}  // namespace

ExitCode doctor_command(DoctorOptions const& options) {
  auto const cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  auto const jobs = options.jobs > 0 ? options.jobs : cores;
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  auto server = start_server(options.setting, jobs);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  return examine_patient(options, *std::get<0>(server), jobs, std::get<0>(invariants));
}

}  // namespace properties::cli
