#include "properties/cli/cases_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "properties/cases/case.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/trace/junit.hpp"
#include "properties/version.hpp"

namespace properties::cli {
namespace {

using cases::Case;
using cases::Sheet;

/// A case that was run.
struct Performed {
  Case const* what{nullptr};
  Sheet sheet;
  double seconds{0};
};

std::variant<std::vector<Case const*>, Refusal> cases_named(std::vector<std::string> const& names) {
  std::vector<Case const*> chosen;
  for (auto const& name : names) {
    auto const* found = cases::find_case(name);
    if (found == nullptr) {
      std::vector<std::string_view> known;
      for (auto const& one : cases::all_cases()) known.push_back(one.name);
      return Refusal{kUsage, fmt::format("there is no case '{}': the known ones are {}", name,
                                         fmt::join(known, ", "))};
    }
    chosen.push_back(found);
  }
  if (!names.empty()) return chosen;
  for (auto const& one : cases::all_cases()) chosen.push_back(&one);
  return chosen;
}

std::string_view word(Sheet::Kind kind) {
  switch (kind) {
    case Sheet::Kind::note:
      return "note";
    case Sheet::Kind::ok:
      return "ok";
    case Sheet::Kind::failed:
      break;
  }
  return "FAILED";
}

std::string show(Performed const& performed) {
  auto text = fmt::format("case {}  {}  ({}; {:.2f} s)", performed.what->name,
                          performed.what->claim, performed.what->cites, performed.seconds);
  for (auto const& line : performed.sheet.lines()) {
    text += fmt::format("\n  {:<6}  {}", word(line.kind), line.text);
  }
  return text;
}

nlohmann::ordered_json json_of(std::vector<Performed> const& all) {
  auto json = nlohmann::ordered_json::array();
  for (auto const& performed : all) {
    nlohmann::ordered_json one{{"case", performed.what->name},
                               {"claim", performed.what->claim},
                               {"cites", performed.what->cites},
                               {"passed", performed.sheet.passed()},
                               {"seconds", performed.seconds},
                               {"observed", nlohmann::ordered_json::array()},
                               {"checks", nlohmann::ordered_json::array()}};
    for (auto const& line : performed.sheet.lines()) {
      if (line.kind == Sheet::Kind::note) {
        one["observed"].push_back(line.text);
      } else {
        one["checks"].push_back({{"ok", line.kind == Sheet::Kind::ok}, {"what", line.text}});
      }
    }
    json.push_back(std::move(one));
  }
  return json;
}

trace::JunitCase junit_case(Performed const& performed) {
  trace::JunitCase junit{.name = fmt::format("{}: {}", performed.what->name, performed.what->claim),
                         .classname = "relcheck.cases"};
  junit.file = performed.what->file;
  junit.line = performed.what->line;
  junit.seconds = performed.seconds;
  junit.text = show(performed);
  if (performed.sheet.passed()) return junit;
  junit.result = trace::JunitCase::Result::failed;
  for (auto const& line : performed.sheet.lines()) {
    if (line.kind != Sheet::Kind::failed) continue;
    junit.message = line.text;
    break;
  }
  return junit;
}

std::vector<Performed> perform(std::vector<Case const*> const& chosen, cases::Bench& bench,
                               Console& console) {
  std::vector<Performed> all;
  for (auto const* one : chosen) {
    if (interrupted()) break;
    console.progress(fmt::format("case {}", one->name));
    auto const begun = std::chrono::steady_clock::now();
    Performed performed{one, {}, 0};
    one->perform(bench, performed.sheet);
    performed.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    console.say(show(performed));
    all.push_back(std::move(performed));
  }
  return all;
}

ExitCode conclude(std::vector<Performed> const& all, std::size_t chosen, Console& console) {
  int ok = 0;
  int failed = 0;
  double seconds = 0;
  std::size_t passed = 0;
  for (auto const& performed : all) {
    ok += performed.sheet.count(Sheet::Kind::ok);
    failed += performed.sheet.count(Sheet::Kind::failed);
    seconds += performed.seconds;
    passed += performed.sheet.passed() ? 1 : 0;
  }
  console.say(fmt::format("checks     {} ok, {} FAILED in {} cases   {}", ok, failed, all.size(),
                          duration(seconds)));
  console.say(fmt::format("relcheck: {} passed, {} failed, {} skipped", passed, all.size() - passed,
                          chosen - all.size()));
  if (passed < all.size()) return kViolation;
  return all.size() < chosen ? kInconclusive : kPass;
}

}  // namespace

ExitCode cases_command(CasesOptions const& options) {
  auto const named = cases_named(options.names);
  if (auto const* refusal = std::get_if<Refusal>(&named)) return refuse(*refusal);
  auto const& chosen = std::get<0>(named);
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  auto started = start_server(options.setting, cases::Bench::kWorkers);
  if (auto* refusal = std::get_if<Refusal>(&started)) return refuse(*refusal);
  auto& server = *std::get<0>(started);

  Console console{options.setting.json};
  console.say(fmt::format("relcheck {}  PostgreSQL {}", kVersion, server.version()));
  cases::Bench bench{{server, std::get<0>(std::move(invariants))}};
  auto const all = perform(chosen, bench, console);
  if (options.setting.json) fmt::print("{}\n", json_of(all).dump(2));
  auto const code = conclude(all, chosen.size(), console);
  if (!options.junit.empty()) {
    std::vector<trace::JunitCase> junit;
    for (auto const& performed : all) junit.push_back(junit_case(performed));
    if (auto const error = trace::write_junit(options.junit, "relcheck cases", junit)) {
      return refuse({kEnvironment, error->message});
    }
  }
  return code;
}

}  // namespace properties::cli
