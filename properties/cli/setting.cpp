#include "properties/cli/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <numeric>

#include "impl/log/log.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/harness/control.hpp"
#include "properties/props/judge.hpp"
#include "properties/schedule/server_view.hpp"

namespace properties::cli {
namespace {

/// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      auto const substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string nearest(std::string_view name, std::vector<std::string> const& known) {
  auto const best = std::min_element(known.begin(), known.end(), [&](auto const& a, auto const& b) {
    return distance(name, a) < distance(name, b);
  });
  return best == known.end() ? std::string{} : *best;
}

std::variant<std::string, Refusal> text_of(std::filesystem::path const& file) {
  std::ifstream in{file, std::ios::binary};
  if (!in) return Refusal{kUsage, file.string() + " cannot be read"};
  return std::string{std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

std::variant<std::unique_ptr<server::Server>, Refusal> start_server(Setting const& setting,
                                                                    int workers) {
  server::Options options;
  options.workers = workers;
  options.dsn = setting.dsn;
  options.major = setting.postgres;
  options.deadlock_timeout = std::chrono::milliseconds{50};
  options.notice = [](std::string_view text) { fmt::print(stderr, "relcheck: {}\n", text); };
  catch_interrupts();
  impl::set_log_level(impl::LogLevel::off);  // What the services say is told by the trace.
  auto started = server::Server::start(options);
  if (!started.ok()) return Refusal{kEnvironment, started.problem().line()};
  return std::move(started.value());
}

std::variant<std::vector<props::Invariant>, Refusal> invariants_of(Setting const& setting) {
  auto all = props::all_invariants();
  if (setting.invariants.empty()) return all;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator{setting.invariants, error}) {
    if (entry.path().extension() == ".sql") files.push_back(entry.path());
  }
  if (error) {
    return Refusal{kUsage, setting.invariants.string() + " cannot be read: " + error.message()};
  }
  std::sort(files.begin(), files.end());
  for (auto const& file : files) {
    auto text = text_of(file);
    if (auto* refusal = std::get_if<Refusal>(&text)) return *refusal;
    auto parsed = props::parse_invariant(std::get<std::string>(text), file.string());
    if (auto* message = std::get_if<std::string>(&parsed)) return Refusal{kUsage, *message};
    auto& invariant = std::get<props::Invariant>(parsed);
    auto const same = std::find_if(all.begin(), all.end(),
                                   [&](auto const& other) { return other.name == invariant.name; });
    if (same != all.end()) {
      return Refusal{kUsage, fmt::format("{}: there is an invariant '{}' already ({}): rename the "
                                         "file",
                                         file.string(), invariant.name, same->file)};
    }
    all.push_back(std::move(invariant));
  }
  return all;
}

std::variant<mutants::Mutant const*, Refusal> mutant_named(std::string const& name) {
  if (name.empty()) return nullptr;
  if (auto const* mutant = mutants::find_mutant(name)) return mutant;
  std::vector<std::string> known;
  for (auto const& mutant : mutants::all_mutants()) known.emplace_back(mutant.name);
  return Refusal{kUsage, fmt::format("there is no mutant '{}': did you mean '{}'? "
                                     "`relcheck list mutants` names them all",
                                     name, nearest(name, known))};
}

std::variant<schedule::StrategyKind const*, Refusal> strategy_named(std::string const& name) {
  if (auto const* strategy = schedule::find_strategy(name)) return strategy;
  std::vector<std::string_view> known;
  for (auto const& kind : schedule::all_strategies()) known.push_back(kind.name);
  return Refusal{kUsage, fmt::format("there is no strategy '{}': the known ones are {}", name,
                                     fmt::join(known, ", "))};
}

std::optional<Refusal> unknown_property(std::vector<std::string> const& names,
                                        std::vector<props::Invariant> const& invariants) {
  auto known = props::property_names();
  for (auto const& invariant : invariants) known.push_back(props::property_name(invariant));
  for (auto const& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Refusal{kUsage, fmt::format("there is no property '{}': did you mean '{}'? "
                                       "`relcheck list properties` names them all",
                                       name, nearest(name, known))};
  }
  return std::nullopt;
}

ExitCode refuse(Refusal const& refusal) {
  fmt::print(stderr, "relcheck: {}\n", refusal.message);
  return refusal.code;
}

Refusal environment_failed(schedule::EnvironmentError const& error) {
  return {kEnvironment, std::string{"the environment failed: "} + error.what() +
                            "; this says nothing about the services, run it again"};
}

Refusal environment_failed(schedule::EnvironmentError const& error, server::Server& server) {
  auto const lost = server.lost();
  return lost ? Refusal{kEnvironment, lost->line()} : environment_failed(error);
}

ExitCode guarded(std::function<ExitCode()> const& command) {
  try {
    return command();
  } catch (schedule::EnvironmentError const& error) {
    return refuse(environment_failed(error));
  } catch (harness::BadInvariant const& error) {
    return refuse({kUsage, error.what()});
  } catch (std::exception const& error) {
    return refuse({kInternal, std::string{"a defect of relcheck: "} + error.what()});
  }
}

}  // namespace properties::cli
