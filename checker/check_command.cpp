#include "checker/check_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <stdexcept>

#include "checker/at_least.hpp"
#include "checker/finding/deadline.hpp"
#include "checker/finding/finding.hpp"
#include "checker/finding/follow.hpp"
#include "checker/finding/picture.hpp"
#include "checker/finding/report.hpp"
#include "checker/formats/read.hpp"

namespace checker {
namespace {

using finding::Finding;
using finding::Report;

/// How bad an exit code is; the worst of a run is its own.
std::size_t severity(CheckExit exit) {
  constexpr CheckExit kWorstFirst[] = {CheckExit::violation,   CheckExit::internal,
                                       CheckExit::environment, CheckExit::usage,
                                       CheckExit::undecided,   CheckExit::pass};
  return static_cast<std::size_t>(std::find(std::begin(kWorstFirst), std::end(kWorstFirst), exit) -
                                  std::begin(kWorstFirst));
}

CheckExit exit_of(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::legal:
      return CheckExit::pass;
    case Finding::Kind::illegal:
      return CheckExit::violation;
    case Finding::Kind::undecided:
    case Finding::Kind::empty:
      return CheckExit::undecided;
  }
  return CheckExit::internal;
}

formats::ReadOptions read_options(CheckOptions const& options) {
  formats::ReadOptions read{std::nullopt, options.spec};
  for (std::size_t i = 0; i < std::size(formats::kFormatNames); ++i) {
    if (options.format == formats::kFormatNames[i]) read.format = static_cast<formats::Format>(i);
  }
  return read;
}

/// Checks every history of one file.
void check_file(std::string const& file, CheckOptions const& options, finding::Effort const& effort,
                Report& report) {
  auto const read = formats::read_histories(file, read_options(options));
  if (auto const* failure = std::get_if<formats::Failure>(&read)) {
    return report.add_problem(file, CheckExit::usage, formats::message(*failure));
  }
  auto const& histories = std::get<std::vector<formats::AnyRecorded>>(read);
  if (histories.empty()) return report.add(file, Finding{});
  for (std::size_t i = 0; i < histories.size(); ++i) {
    auto const name = histories.size() == 1 ? file : fmt::format("{}#{}", file, i + 1);
    report.add(name, finding::check(histories[i], effort));
  }
}

void check_files(CheckOptions const& options, Report& report) {
  finding::Deadline const deadline{options.timeout_s};
  finding::Effort effort;
  effort.jobs = std::max(options.jobs, 1U);
  effort.budget.configurations = options.budget;
  effort.budget.memory_bytes = options.memory_mib << 20U;
  effort.budget.stop = deadline.passed();
  for (auto const& file : options.files) {
    try {
      check_file(file, options, effort, report);
    } catch (ResourcesExhausted const& exhausted) {
      report.add_problem(file, CheckExit::environment, exhausted.what());
    } catch (std::bad_alloc const&) {
      report.add_problem(file, CheckExit::environment, "out of memory");
    } catch (std::exception const& error) {
      report.add_problem(file, CheckExit::internal, error.what());
    }
  }
}

CheckExit worst(Report const& report) {
  auto result = CheckExit::pass;
  for (auto const& entry : report.entries()) {
    auto const exit = entry.problem.empty() ? exit_of(entry.finding.kind) : entry.exit;
    if (severity(exit) < severity(result)) result = exit;
  }
  return result;
}

bool write_file(std::string const& path, std::string const& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  bool const written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

/// Writes what was asked for besides; false if that failed.
bool write_extras(CheckOptions const& options, std::string const& explanations,
                  Finding const* illegal, std::FILE* out) {
  bool good = true;
  auto const write = [&](std::string const& path, std::string const& text) {
    if (path.empty() || write_file(path, text)) return;
    fmt::print(out, "{}: cannot be written\n", path);
    good = false;
  };
  write(options.explain, explanations);
  if (illegal != nullptr) write(options.svg, finding::picture(*illegal));
  return good;
}

/// The exit code, once what was asked for besides is written.
int finish(CheckOptions const& options, CheckExit exit, std::string const& explanations,
           Finding const* illegal, std::FILE* out) {
  if (write_extras(options, explanations, illegal, out)) return static_cast<int>(exit);
  return static_cast<int>(
      severity(exit) < severity(CheckExit::environment) ? exit : CheckExit::environment);
}

int follow(CheckOptions const& options, std::FILE* out, std::atomic<bool> const* stop) {
  if (options.files.size() != 1) {
    fmt::print(out, "--follow takes one file, not {}\n", options.files.size());
    return static_cast<int>(CheckExit::usage);
  }
  if (!options.format.empty() && read_options(options).format != formats::Format::json_lines) {
    fmt::print(out, "--follow takes JSON Lines, not {}\n", options.format);
    return static_cast<int>(CheckExit::usage);
  }
  finding::Deadline const deadline{options.timeout_s};
  finding::FollowOptions follow{
      options.files.front(), options.spec, {}, options.json, !options.svg.empty()};
  follow.budget.configurations = options.budget;
  follow.budget.memory_bytes = options.memory_mib << 20U;
  follow.budget.stop = deadline.passed();
  auto const end = finding::follow(follow, out, stop);
  return finish(options, end.exit, end.explanation, end.finding ? &*end.finding : nullptr, out);
}

}  // namespace

void mount_check(CLI::App& app, CheckOptions& options, bool& parsed) {
  auto* check = app.add_subcommand("check", "Check recorded histories; needs no database");
  check->add_option("FILE", options.files, "Histories, gzipped or not; - is standard input")
      ->required();
  check
      ->add_option("--format", options.format,
                   "jsonl, edn, jepsen-log, versioned or compact; else found from the content")
      ->check(CLI::IsMember(std::vector<std::string>{std::begin(formats::kFormatNames),
                                                     std::end(formats::kFormatNames)}));
  check
      ->add_option("--spec", options.spec,
                   "What to hold it against: versioned, register, kv, set, queue, counter or "
                   "relations; else found from the content")
      ->check(CLI::IsMember(std::vector<std::string>{std::begin(formats::kSpecNames),
                                                     std::end(formats::kSpecNames)}));
  check->add_option("--budget", options.budget, "Configurations to visit, for each part")
      ->check(at_least(0));
  check->add_option("--jobs", options.jobs, "Parts to check at a time")
      ->check(CLI::Range(1U, 256U));
  check->add_option("--memory", options.memory_mib, "MiB a search may hold")->check(at_least(0));
  check->add_option("--timeout", options.timeout_s, "Seconds until giving up (exit code 75)")
      ->check(at_least(0));
  check->add_flag("--follow", options.follow, "Check one file while it is being written");
  check->add_flag("--json", options.json, "Print findings as JSON");
  check->add_option("--explain", options.explain, "Write the explanations to this file too");
  check->add_option("--svg", options.svg, "Draw the first contradiction to this file");
  check->callback([&parsed] { parsed = true; });
}

int run_check(CheckOptions const& options, std::FILE* out, std::atomic<bool> const* stop) {
  if (options.follow) return follow(options, out, stop);
  Report report;
  check_files(options, report);
  fmt::print(out, "{}", options.json ? report.as_json() : report.as_text());
  return finish(options, worst(report), report.explanations(), report.first_illegal(), out);
}

}  // namespace checker
