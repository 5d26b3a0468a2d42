#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>

#include "checker/at_least.hpp"
#include "checker/check_command.hpp"
#include "properties/cli/cases_command.hpp"
#include "properties/cli/doctor_command.hpp"
#include "properties/cli/explore_command.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/list_command.hpp"
#include "properties/cli/machine_command.hpp"
#include "properties/cli/mutants_command.hpp"
#include "properties/cli/run_command.hpp"
#include "properties/cli/trace_commands.hpp"
#include "properties/version.hpp"

namespace {

using namespace properties::cli;

constexpr char const* kFooter =
    "Exit codes: 0 pass · 1 violation · 2 inconclusive · 3 flaky · 4 health check or mutant · "
    "64 usage · 70 defect of relcheck · 75 environment.\n"
    "Start with: relcheck run --for 1m";

/// "90", "90s", "2m", "1h" in seconds.
CLI::AsNumberWithUnit const& as_seconds() {
  static CLI::AsNumberWithUnit const unit{
      std::map<std::string, double>{{"s", 1.0}, {"m", 60.0}, {"h", 3600.0}},
      CLI::AsNumberWithUnit::CASE_INSENSITIVE, "TIME"};
  return unit;
}

void add_json(CLI::App& app, Setting& setting) {
  app.add_flag("--json", setting.json, "print the result as JSON, and nothing else");
}

void add_server(CLI::App& app, Setting& setting) {
  auto* dsn = app.add_option("--dsn", setting.dsn,
                             "a PostgreSQL of your own (libpq connection string): works in schemas "
                             "of its own there. Without it a private server is started");
  app.add_option("--pg", setting.postgres, "major version of the private server")
      ->check(CLI::IsMember({15, 16, 17, 18}))
      ->excludes(dsn)
      ->capture_default_str();
  app.add_option("--invariants", setting.invariants,
                 "a folder with SQL invariants of your own (*.sql)")
      ->check(CLI::ExistingDirectory);
  add_json(app, setting);
}

/// What is wrong with the command line, in one line like every refusal.
std::string one_line(CLI::App const* app, CLI::Error const& error) {
  std::string command{"relcheck"};
  for (auto const* sub : app->get_subcommands()) command += ' ' + sub->get_name();
  std::string what{error.what()};
  if (app->get_subcommands().empty() && app->remaining_size() > 0) {
    what = "there is no command '" + app->remaining().front() + "'";
  }
  std::replace(what.begin(), what.end(), '\n', ' ');
  return "relcheck: " + what + ": see `" + command + " --help`\n";
}

using Command = std::function<ExitCode()>;

void add_hunt(CLI::App& sub, HuntOptions& options, std::string const& how_long) {
  sub.add_option("--for", options.seconds, how_long)->transform(as_seconds());
  sub.add_option("--jobs", options.jobs, "workers; 0 = one per core")->capture_default_str();
  sub.add_flag("--keep-going", options.keep_going, "go on past the first finding");
  sub.add_flag("--no-shrink", options.no_shrink, "report findings as they were found");
  sub.add_option("--shrink-for", options.shrink_seconds, "time for shrinking one finding")
      ->transform(as_seconds())
      ->capture_default_str();
  sub.add_option("--out", options.out, "where findings are kept")->capture_default_str();
  sub.add_option("--mutant", options.mutant, "take this mutant for the services");
  add_server(sub, options.setting);
}

void mount_run(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("run", "generate programs, run them under many schedules, judge");
  auto options = std::make_shared<RunOptions>();
  sub->add_option("property", options->properties, "judge only these properties");
  sub->add_option("--cases", options->cases, "how many cases")->check(checker::at_least(1));
  sub->add_option("--seed", options->seed, "a number, or auto")->capture_default_str();
  sub->add_option("--shard", options->shard, "i/n: only every n-th program, from the i-th")
      ->capture_default_str();
  sub->add_option("--strategy", options->strategy,
                  "one strategy only (relcheck list strategies); default: all in turn");
  sub->add_option("--sessions", options->sessions, "clients at most")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  sub->add_option("--operations", options->operations, "operations of a client at most")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  sub->add_flag("--conformance", options->conformance,
                "run programs of the abstract machine, and hold every step, wait and answer "
                "against it");
  sub->add_flag("--no-canary", options->no_canary,
                "leave out the self-check that a known race is caught");
  sub->add_option("--junit", options->junit, "write a JUnit report here");
  add_hunt(*sub, *options, "how long: 30s, 10m, 2h (default 60s)");
  sub->callback([&command, options] { command = [options] { return run_command(*options); }; });
}

void mount_explore(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("explore", "try every schedule of small programs, and no more");
  auto options = std::make_shared<ExploreOptions>();
  sub->add_option("--ops", options->ops,
                  "the sessions' programs: 'follow(a,b); unfollow(a,b) || block(b,a)'");
  sub->add_option("--given", options->given, "what is done first: 'follow(b,a); follow(a,b)'");
  sub->add_option("--private", options->private_users, "users whose accounts are private")
      ->delimiter(',');
  sub->add_flag("--all-pairs", options->all_pairs,
                "every two operations of two users, in every state and privacy");
  sub->add_flag("--all-triples", options->all_triples, "every three");
  sub->add_option("--resume", options->resume,
                  "keep what is done in this file, and go on from it if it is there");
  sub->add_flag("--no-reduction", options->no_reduction,
                "also the schedules that differ only in the order of independent steps");
  sub->add_option("--count", options->count, "count interleavings up to this many; 0 = do not")
      ->check(checker::at_least(0))
      ->capture_default_str();
  sub->add_option("--executions", options->executions, "at most so many; 0 = all")
      ->check(checker::at_least(0))
      ->capture_default_str();
  auto* until = sub->add_option("--until-covered", options->until_covered,
                                "walk at random, until so many executions in a row have let "
                                "nobody go in a state in which they had not been let go before")
                    ->check(checker::at_least(1));
  sub->add_option("--strategy", options->strategy, "how to walk (relcheck list strategies)")
      ->needs(until)
      ->capture_default_str();
  sub->add_option("--seed", options->seed, "of the walk")->needs(until)->capture_default_str();
  add_hunt(*sub, *options, "at most so long: 30s, 10m, 2h");
  sub->callback([&command, options] { command = [options] { return explore_command(*options); }; });
}

void mount_machine(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "machine", "explore a program on the abstract machine, to the end; needs no server");
  auto options = std::make_shared<MachineOptions>();
  sub->add_option("--ops", options->ops,
                  "the sessions' programs: 'follow(a,b) or unfollow(a,b); any || block(b,a)'")
      ->required();
  sub->add_option("--given", options->given, "what is done first: 'follow(b,a); follow(a,b)'");
  sub->add_option("--private", options->private_users, "users whose accounts are private")
      ->delimiter(',');
  sub->add_option("--users", options->users, "so many users there are, if fewer are named")
      ->check(CLI::Range(2, 26));
  sub->add_option("--mishaps", options->mishaps,
                  "transactions that may be rolled back by something else, at any step")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  sub->add_option("--mutant", options->mutant, "take this mutant for the services");
  sub->add_option("--goal", options->goals, "what must be reached, or else the exploration fails")
      ->delimiter(',');
  sub->add_flag("--no-reduction", options->no_reduction,
                "every order of independent steps, too: a counterexample is then a shortest one");
  sub->add_option("--states", options->states, "at most so many, of some 40 bytes each")
      ->check(checker::at_least(1))
      ->capture_default_str();
  sub->add_option("--bits", options->bits,
                  "remember states by bits in a memory of 2^BITS bits; never a proof")
      ->check(CLI::Range(16, 40));
  sub->add_option("--for", options->seconds, "at most so long: 30s, 10m, 2h")
      ->transform(as_seconds());
  sub->add_option("--resume", options->resume,
                  "keep the search in this file, and go on from it if it is there");
  sub->add_flag("--no-replay", options->no_replay,
                "show a counterexample, and do not replay it on PostgreSQL");
  sub->add_flag("--no-shrink", options->no_shrink, "keep a counterexample as it was found");
  sub->add_option("--out", options->out, "where findings are kept")->capture_default_str();
  add_server(*sub, options->setting);
  sub->footer(
      "Sessions stand between ||, operations between ;, what a session may choose from between "
      "or.\n"
      "any is follow, unfollow, block and unblock of every two users, and decide of private ones.");
  sub->callback([&command, options] { command = [options] { return machine_command(*options); }; });
}

void mount_replay(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("replay", "run traces again, step by step");
  auto options = std::make_shared<ReplayOptions>();
  sub->add_option("trace", options->traces, "trace files, or folders of *.trace.json")
      ->required()
      ->check(CLI::ExistingPath);
  sub->add_option("--times", options->times, "how often")
      ->check(checker::at_least(1))
      ->capture_default_str();
  sub->add_flag("--regress", options->regress,
                "follow the schedule as far as it goes and compare only the verdict with what the "
                "trace expects");
  sub->add_option("--mutant", options->mutant,
                  "run against this mutant instead of the trace's own "
                  "('' for the services as built)");
  sub->add_option("--junit", options->junit, "write a JUnit report here");
  add_server(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return replay_command(*options); }; });
}

void mount_shrink(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("shrink", "make a failing trace smaller, or go on doing so");
  auto options = std::make_shared<ShrinkOptions>();
  sub->add_option("trace", options->trace, "a trace that fails")
      ->required()
      ->check(CLI::ExistingFile);
  sub->add_option("--for", options->seconds, "how long")
      ->transform(as_seconds())
      ->capture_default_str();
  sub->add_option("--property", options->property, "the property that must go on failing");
  sub->add_option("--out", options->out, "where the smaller trace goes (default: beside it)");
  add_server(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return shrink_command(*options); }; });
}

void mount_explain(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("explain", "tell what a trace shows; needs no server");
  auto options = std::make_shared<ExplainOptions>();
  sub->add_option("trace", options->trace, "a trace file")->required()->check(CLI::ExistingFile);
  sub->add_option("--format", options->format, "text, md or json")
      ->check(CLI::IsMember({"text", "md", "json"}))
      ->capture_default_str();
  sub->add_flag_callback(
      "--json", [options] { options->format = "json"; }, "as --format json");
  sub->callback([&command, options] { command = [options] { return explain_command(*options); }; });
}

void mount_mutants(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("mutants", "show that the suite finds services broken on purpose");
  auto options = std::make_shared<MutantsOptions>();
  sub->add_option("mutant", options->names, "only these (relcheck list mutants)");
  sub->add_option("--seeds", options->seeds, "campaigns per mutant; figures are medians")
      ->check(checker::at_least(1))
      ->capture_default_str();
  sub->add_option("--seed", options->seed, "the first of the seeds")->capture_default_str();
  sub->add_option("--sample", options->sample, "only so many mutants, chosen by the seed");
  sub->add_option("--kill-for", options->kill_for, "how long a mutant may live")
      ->transform(as_seconds())
      ->capture_default_str();
  sub->add_option("--shrink-for", options->shrink_for, "time for shrinking one finding")
      ->transform(as_seconds())
      ->capture_default_str();
  sub->add_option("--out", options->out, "keep each mutant's smallest trace in this folder");
  add_server(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return mutants_command(*options); }; });
}

void mount_cases(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("cases", "the source document's cases A to M, told as it tells them");
  auto options = std::make_shared<CasesOptions>();
  sub->add_option("case", options->names, "only these: letters from A to M");
  sub->add_option("--junit", options->junit, "write a JUnit report here");
  add_server(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return cases_command(*options); }; });
}

void mount_list(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("list", "what there is; needs no server");
  auto options = std::make_shared<ListOptions>();
  sub->add_option("what", options->what,
                  "properties, invariants, mutants, strategies, outcomes or steps")
      ->capture_default_str();
  sub->add_option("--invariants", options->setting.invariants,
                  "a folder with SQL invariants of your own (*.sql)")
      ->check(CLI::ExistingDirectory);
  add_json(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return list_command(*options); }; });
}

void mount_doctor(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("doctor", "whether relcheck can be trusted on this machine");
  auto options = std::make_shared<DoctorOptions>();
  sub->add_option("--determinism", options->determinism, "scenarios to run twice each")
      ->check(checker::at_least(0))
      ->capture_default_str();
  sub->add_option("--seed", options->seed, "of those scenarios")->capture_default_str();
  sub->add_option("--jobs", options->jobs, "workers; 0 = one per core")->capture_default_str();
  add_server(*sub, options->setting);
  sub->callback([&command, options] { command = [options] { return doctor_command(*options); }; });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "relcheck finds the schedule under which a service of relations breaks its word, and "
      "the smallest trace of it"};
  app.set_version_flag("--version", std::string{"relcheck "} + properties::kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);
  app.failure_message(one_line);
  Command command;
  mount_run(app, command);
  mount_explore(app, command);
  mount_machine(app, command);
  mount_replay(app, command);
  mount_shrink(app, command);
  mount_explain(app, command);
  mount_cases(app, command);
  mount_mutants(app, command);
  mount_list(app, command);
  mount_doctor(app, command);
  checker::CheckOptions check;
  bool checks = false;
  checker::mount_check(app, check, checks);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? kPass : kUsage;
  }
  if (checks) {
    command = [&] {
      catch_interrupts();
      return static_cast<ExitCode>(checker::run_check(check, stdout, &interrupt_flag()));
    };
  }
  return guarded(command);
}
