#include "properties/cases/free_run.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "impl/postgres/deadline_wait.hpp"
#include "impl/postgres/pg_access_store.hpp"
#include "impl/postgres/pg_projection_store.hpp"
#include "impl/postgres/pg_truth_store.hpp"
#include "impl/postgres/random_backoff.hpp"
#include "properties/harness/control.hpp"
#include "properties/harness/perform.hpp"

namespace properties::cases {
namespace {

using trace::ActionRecord;

constexpr std::chrono::seconds kPatience{10};

/// The services as an application puts them together.
class Wiring {
 public:
  Wiring(FreeSetting const& setting, int clients)
      : pool_{{.dsn = setting.dsn,
               .application_name = "relcheck client",
               .wait = wait_,
               .size = clients}},
        mutated_{setting.mutant == nullptr || setting.mutant->truth == nullptr
                     ? nullptr
                     : setting.mutant->truth(truth_)} {
    // Who has to connect first comes too late to meet the others.
    std::vector<impl::postgres::Lease> all;
    for (int i = 0; i < clients; ++i) all.push_back(pool_.acquire());
  }

  [[nodiscard]] harness::Services services() { return {relations_, projector_, access_}; }
  [[nodiscard]] impl::Metrics const& metrics() const { return metrics_; }

 private:
  impl::postgres::DeadlineWait wait_{kPatience};
  impl::postgres::ConnectionPool pool_;
  impl::postgres::PgTruthStore truth_{pool_};
  impl::postgres::PgProjectionStore projection_{pool_};
  impl::postgres::PgAccessStore access_store_{pool_};
  std::unique_ptr<impl::TruthStore> mutated_;
  impl::postgres::RandomBackoff backoff_{1};
  impl::Metrics metrics_;
  impl::RelationService relations_{mutated_ ? *mutated_ : truth_, {backoff_, metrics_}};
  impl::Projector projector_{projection_, {backoff_, metrics_}};
  impl::AccessService access_{access_store_, metrics_};
};

std::unique_ptr<Wiring> connect(FreeSetting const& setting, int clients) {
  try {
    return std::make_unique<Wiring>(setting, clients);
  } catch (impl::StoreError const& error) {
    throw schedule::EnvironmentError{std::string{"a client cannot connect: "} + error.what()};
  }
}

/// What the threads write down. A tick taken before a call and one after its answer: if one answer
/// came before another call, so did its tick.
class Recorder {
 public:
  [[nodiscard]] trace::Tick now() { return ticks_++; }
  void record(ActionRecord record) {
    std::lock_guard const lock{mutex_};
    records_.push_back(std::move(record));
  }
  void fail(std::exception_ptr failure) {
    std::lock_guard const lock{mutex_};
    if (!failure_) failure_ = std::move(failure);
  }
  /// In the order of their calls. Throws what a thread threw.
  [[nodiscard]] std::vector<ActionRecord> take() {
    if (failure_) std::rethrow_exception(failure_);
    std::sort(records_.begin(), records_.end(),
              [](auto const& a, auto const& b) { return a.invoked_at < b.invoked_at; });
    return std::move(records_);
  }

 private:
  std::atomic<trace::Tick> ticks_{0};
  std::mutex mutex_;
  std::vector<ActionRecord> records_;
  std::exception_ptr failure_;
};

void perform_all(int number, std::vector<trace::Action> const& actions, Wiring& wiring,
                 Recorder& recorder, std::barrier<>& start) {
  try {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      start.arrive_and_wait();
      ActionRecord record{number, static_cast<int>(i), actions[i], recorder.now(), {}, {}};
      record.completion = harness::perform(actions[i], wiring.services(), {});
      if (!std::holds_alternative<trace::Indeterminate>(record.completion)) {
        record.responded_at = recorder.now();
      }
      recorder.record(std::move(record));
    }
  } catch (...) {
    recorder.fail(std::current_exception());
  }
  start.arrive_and_drop();
}

/// The properties that look at answers and tables alone.
std::vector<std::string> properties_without_log(std::vector<props::Invariant> const& invariants) {
  std::vector<std::string> names{"every_change_has_one_event", "no_defect", "relations_linearize"};
  for (auto const& invariant : invariants) names.push_back(props::property_name(invariant));
  return names;
}

}  // namespace

int FreeRun::errors() const {
  return static_cast<int>(
      std::count_if(run.actions.begin(), run.actions.end(), [](ActionRecord const& record) {
        return !std::holds_alternative<trace::Returned>(record.completion);
      }));
}

FreeRun run_freely(FreeSetting const& setting, trace::Scenario scenario) {
  FreeRun result;
  result.scenario = std::move(scenario);
  auto const& sessions = result.scenario.sessions;
  harness::Control control{setting.dsn, setting.invariants, {}, {}};
  control.reset(result.scenario.accounts, true);
  auto const clients = static_cast<int>(sessions.size());
  auto const wiring = connect(setting, clients);
  Recorder recorder;
  {
    std::barrier start{clients};
    std::vector<std::jthread> threads;
    for (int number = 0; number < clients; ++number) {
      threads.emplace_back([&, number] {
        perform_all(number, sessions[static_cast<std::size_t>(number)].actions, *wiring, recorder,
                    start);
      });
    }
  }
  result.run.actions = recorder.take();
  result.run.quiet = control.quiet();
  result.run.quiet.tick = recorder.now();
  result.retries = wiring->metrics().retries();
  result.report = props::judge(result.scenario, result.run,
                               properties_without_log(setting.invariants), setting.invariants);
  return result;
}

}  // namespace properties::cases
