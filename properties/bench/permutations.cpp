#include "properties/bench/permutations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>
#include <stdexcept>
#include <utility>

#include "properties/bench/isolation_tester.hpp"
#include "properties/bench/throughput.hpp"
#include "properties/tests/fixed_scripts.hpp"

namespace properties::bench {
namespace {

using tests::Script;
using tests::Scripted;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  auto const middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// reset() as the isolation tester can have it: without parameters, and without the '}' that would
/// end a block of its specification.
std::string literal_reset() {
  std::string statement{harness::reset_statement()};
  for (auto const& [name, value] :
       {std::pair{"$1", "ARRAY[1, 2]"}, std::pair{"$2", "ARRAY[false, false]"},
        std::pair{"$3", "ARRAY[false, false]"}}) {
    for (auto at = statement.find(name); at != statement.npos; at = statement.find(name)) {
      statement.replace(at, 2, value);
    }
  }
  return statement;
}

/// The orders in which the scripts can be run, and how many steps waited in all of them.
struct Enumerated {
  std::set<Permutation> permutations;
  std::size_t waits{0};
};

Enumerated enumerate(Scripted& scripted) {
  Enumerated found;
  tests::for_every_schedule(scripted, [&] {
    Permutation order;
    for (auto const& entry : scripted.log()) {
      if (entry.kind == trace::LogEntry::Kind::step) order.push_back(entry.at.session);
    }
    found.permutations.insert(std::move(order));
    found.waits += static_cast<std::size_t>(scripted.controller().blocked_steps());
  });
  return found;
}

void pin_backends(Scripted& scripted, int cpu) {
  int own = 0;
  auto const text = scripted.ask("SELECT pg_backend_pid()");
  std::from_chars(text.data(), text.data() + text.size(), own);
  for (int const pid :
       {own, scripted.control().backend_pid(), scripted.backend_pid(0), scripted.backend_pid(1)}) {
    schedule::Backend{pid, true}.pin_to(cpu);
  }
}

double seconds_of(Scripted& scripted, std::size_t expected) {
  auto const begun = std::chrono::steady_clock::now();
  auto const runs = tests::for_every_schedule(scripted, [] {});
  std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begun;
  if (static_cast<std::size_t>(runs) != expected) {
    throw std::runtime_error{fmt::format("{} schedules became {}", expected, runs)};
  }
  return took.count();
}

}  // namespace

double Comparison::ours_per_second() const {
  return static_cast<double>(permutations) / median(ours);
}

double Comparison::tester_per_second() const {
  return static_cast<double>(permutations) / median(tester);
}

Comparison compare(std::string const& dsn, int cpu, bool rows_present, int rounds,
                   std::string const& tester) {
  std::vector<Script> const scripts{tests::follow_script(), tests::block_script()};
  std::string const given = rows_present ? tests::kRowsPresent : "";
  Scripted scripted{dsn, scripts, given};
  Comparison comparison;
  comparison.rows_present = rows_present;
  std::vector<std::string> setup{literal_reset()};
  if (rows_present) setup.push_back(given);

  std::string spec;
  on_cpu(cpu, [&] {
    pin_backends(scripted, cpu);
    auto const found = enumerate(scripted);
    comparison.permutations = found.permutations.size();
    comparison.waits_ours = found.waits;
    spec = isolation_spec(setup, scripts, {found.permutations.begin(), found.permutations.end()});
  });
  for (int round = 0; round < rounds; ++round) {
    on_cpu(cpu, [&] { comparison.ours.push_back(seconds_of(scripted, comparison.permutations)); });
    auto const theirs = run_isolation_tester(tester, dsn, spec);
    if (theirs.permutations != comparison.permutations) {
      throw std::runtime_error{fmt::format("the isolation tester ran {} of {} permutations",
                                           theirs.permutations, comparison.permutations)};
    }
    comparison.tester.push_back(theirs.seconds);
    comparison.waits_tester = theirs.waits;
  }
  return comparison;
}

}  // namespace properties::bench
