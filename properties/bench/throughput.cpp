#include "properties/bench/throughput.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>

#include "properties/harness/examine.hpp"
#include "properties/schedule/cpus.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kWarmUp = 100;
constexpr int kExpectedSteps = 20;

trace::Scenario scenario_of(Load const& load) {
  model::UserId const one{1};
  model::UserId const two{2};
  trace::Scenario scenario;
  scenario.accounts = {{one, false}, {two, false}};
  if (load.rows_present) scenario.given = {model::Follow{one, two}};
  scenario.sessions = {{"c1", {model::Follow{one, two}}}, {"c2", {model::Block{two, one}}}};
  return scenario;
}

harness::Worker make_worker(server::Server const& server, int number, int cpu) {
  harness::Worker::Options options;
  options.dsn = server.worker_dsn(number);
  options.same_host = server.same_host();
  options.cpu = cpu;
  options.invariants = props::all_invariants();
  return harness::Worker{std::move(options)};
}

/// One worker and the schedules it has run.
class Lane {
 public:
  Lane(server::Server const& server, int number, int cpu, Load const& load)
      : worker_{make_worker(server, number, cpu)},
        scenario_{scenario_of(load)},
        kind_{*schedule::find_strategy(load.strategy)},
        seed_{static_cast<std::uint64_t>(number) << 32U} {
    for (int i = 0; i < kWarmUp; ++i) run_one();
    done_ = {};
  }

  void run_for(Seconds budget) {
    auto const before = spent();
    auto const begun = Clock::now();
    while (Clock::now() - begun < budget) run_one();
    done_.seconds = Seconds{Clock::now() - begun}.count();
    auto const after = spent();
    double inside = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (i == static_cast<std::size_t>(schedule::Purpose::outside)) continue;
      done_.spent[i] = after[i] - before[i];
      inside += done_.spent[i];
    }
    done_.judging = done_.seconds - inside;
  }
  [[nodiscard]] Throughput const& done() const { return done_; }

 private:
  void run_one() {
    auto const strategy = kind_.make(schedule::derive_seed(seed_, 1, next_++), {kExpectedSteps, 2});
    auto const examined = harness::examine(worker_, scenario_, *strategy);
    if (!examined.report.findings.empty()) {
      throw std::runtime_error{"a property does not hold, so nothing was measured: " +
                               examined.report.findings.front().property};
    }
    ++done_.schedules;
    done_.steps += examined.result.steps;
    done_.waits += examined.result.blocked_steps;
  }

  [[nodiscard]] std::array<double, schedule::kPurposes> spent() {
    std::array<double, schedule::kPurposes> seconds{};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      auto const purpose = static_cast<schedule::Purpose>(i);
      seconds[i] = Seconds{worker_.controller().time_spent().on(purpose)}.count();
    }
    return seconds;
  }

  harness::Worker worker_;
  trace::Scenario scenario_;
  schedule::StrategyKind const& kind_;
  std::uint64_t seed_;
  std::uint64_t next_{0};
  Throughput done_;
};

void add(Throughput& sum, Throughput const& one) {
  sum.schedules += one.schedules;
  sum.steps += one.steps;
  sum.waits += one.waits;
  sum.seconds = std::max(sum.seconds, one.seconds);
  sum.judging += one.judging;
  for (std::size_t i = 0; i < one.spent.size(); ++i) sum.spent[i] += one.spent[i];
}

}  // namespace

void on_cpu(int cpu, std::function<void()> const& body) {
  std::exception_ptr failure;
  std::thread{[&] {
    schedule::Pinned const pinned{cpu};
    try {
      body();
    } catch (...) {
      failure = std::current_exception();
    }
  }}.join();
  if (failure) std::rethrow_exception(failure);
}

Throughput measure(server::Server& server, std::vector<int> const& cpus, Load const& load,
                   double seconds) {
  std::barrier ready{static_cast<std::ptrdiff_t>(cpus.size())};
  std::vector<Throughput> done(cpus.size());
  std::vector<std::exception_ptr> failures(cpus.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    threads.emplace_back([&, i] {
      schedule::Pinned const pinned{cpus[i]};
      try {
        Lane lane{server, static_cast<int>(i), cpus[i], load};
        ready.arrive_and_wait();
        lane.run_for(Seconds{seconds});
        done[i] = lane.done();
      } catch (...) {
        failures[i] = std::current_exception();
        ready.arrive_and_drop();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  Throughput sum;
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    add(sum, done[i]);
  }
  return sum;
}

}  // namespace properties::bench
