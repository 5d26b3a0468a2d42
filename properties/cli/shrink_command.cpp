#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "properties/campaign/campaign.hpp"
#include "properties/cli/console.hpp"
#include "properties/cli/interrupt.hpp"
#include "properties/cli/report.hpp"
#include "properties/cli/trace_commands.hpp"
#include "properties/protocol/conformance.hpp"
#include "properties/shrink/shrink.hpp"
#include "properties/trace/codec.hpp"
#include "properties/trace/render.hpp"

namespace properties::cli {
namespace {

namespace fs = std::filesystem;
using trace::Trace;

fs::path beside(fs::path const& file) {
  auto name = file.filename().string();
  constexpr std::string_view kEnding = ".trace.json";
  if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  if (!name.ends_with(".min")) name += ".min";
  return file.parent_path() / (name + std::string{kEnding});
}

Trace trace_of(harness::Examined const& examined, Trace const& from) {
  auto trace = harness::to_trace(examined, from.mutant);
  trace.title = from.title;
  trace.environment = from.environment;
  return trace;
}

std::string passes(shrink::Shrunk const& shrunk) {
  std::string text;
  for (auto const& [pass, count] : shrunk.accepted) text += fmt::format(" {} {}×", pass, count);
  return fmt::format("passes:{}; {} candidates no longer failed", text, shrunk.rejected);
}

void tell(shrink::Shrunk const& shrunk, fs::path const& out, Console& console) {
  console.say(fmt::format("shrunk     {}  →  {}     {} tries", shrink::show(shrunk.from),
                          shrink::show(shrunk.to), grouped(shrunk.tries)));
  console.say("  " + passes(shrunk));
  if (shrunk.from == shrunk.to) console.say("  no pass made it smaller: it is as small as we know");
  if (!shrunk.finished) {
    console.say("  stopped before the end; go on with: relcheck shrink " + out.string());
  }
  console.say(
      trace::render(shrunk.best.scenario, shrunk.best.result.run, {console.width(), false}));
  console.say("replay     " + replay_line(out.string()));
}

nlohmann::ordered_json json_of(shrink::Shrunk const& shrunk, fs::path const& out) {
  return {{"trace", out.string()},
          {"properties", shrink::failing(shrunk.best)},
          {"operations", shrunk.to.operations},
          {"sessions", shrunk.to.sessions},
          {"switches", shrunk.to.switches},
          {"deliveries", shrunk.to.deliveries},
          {"tries", shrunk.tries},
          {"finished", shrunk.finished}};
}

}  // namespace

ExitCode shrink_command(ShrinkOptions const& options) {
  auto read = trace::read_trace(options.trace);
  if (auto* error = std::get_if<trace::TraceError>(&read)) return refuse({kUsage, error->message});
  auto const& from = std::get<Trace>(read);
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return refuse(*refusal);
  auto mutant = mutant_named(from.mutant);
  if (auto* refusal = std::get_if<Refusal>(&mutant)) return refuse(*refusal);
  auto server = start_server(options.setting, 1);
  if (auto* refusal = std::get_if<Refusal>(&server)) return refuse(*refusal);
  auto settings = campaign::worker_options(
      *std::get<0>(server), 0, std::get<mutants::Mutant const*>(mutant), std::get<0>(invariants));
  settings.conformance = protocol::is_of_conformance(from);
  harness::Worker worker{std::move(settings)};
  auto const start = harness::replay(worker, from.scenario);
  if (start.report.findings.empty()) {
    return refuse({kInconclusive, options.trace.string() +
                                      " does not fail here, so there is nothing to shrink: "
                                      "`relcheck replay` shows what it does"});
  }
  auto properties = shrink::failing(start);
  if (!options.property.empty()) {
    if (std::find(properties.begin(), properties.end(), options.property) == properties.end()) {
      return refuse({kUsage, fmt::format("the property '{}' does not fail in {}, which breaks {}",
                                         options.property, options.trace.string(),
                                         fmt::join(properties, ", "))});
    }
    properties = {options.property};
  }
  Console console{options.setting.json};
  auto const out = options.out.empty() ? beside(options.trace) : options.out;
  std::optional<trace::TraceError> unwritten;
  shrink::Limits limits;
  limits.time = std::chrono::milliseconds{static_cast<std::int64_t>(options.seconds * 1000)};
  limits.stopped = [&] { return interrupted() || unwritten.has_value(); };
  limits.on_better = [&](harness::Examined const& better, std::string_view pass) {
    console.progress(
        fmt::format("shrinking  {}  ({})", shrink::show(shrink::measure(better.scenario)), pass));
    unwritten = trace::write_trace(out, trace_of(better, from));
  };
  auto const shrunk = shrink::shrink(worker, start, properties, limits);
  if (!unwritten) unwritten = trace::write_trace(out, trace_of(shrunk.best, from));
  if (unwritten) return refuse({kEnvironment, unwritten->message});
  tell(shrunk, out, console);
  if (options.setting.json) fmt::print("{}\n", json_of(shrunk, out).dump(2));
  return shrunk.finished ? kPass : kInconclusive;
}

ExitCode explain_command(ExplainOptions const& options) {
  auto read = trace::read_trace(options.trace);
  if (auto* error = std::get_if<trace::TraceError>(&read)) return refuse({kUsage, error->message});
  auto const& trace = std::get<Trace>(read);
  if (options.format == "json") {
    auto findings = nlohmann::ordered_json::array();
    for (auto const& finding : trace.findings) {
      findings.push_back({{"property", finding.property}, {"because", finding.because}});
    }
    fmt::print("{}\n", nlohmann::ordered_json{{"title", trace.title},
                                              {"mutant", trace.mutant},
                                              {"findings", std::move(findings)}}
                           .dump(2));
    return kPass;
  }
  if (options.format == "md") {
    fmt::print("{}", trace::render_markdown(trace));
    return kPass;
  }
  Console const console{false};
  trace::Look const look{console.width(), false};
  if (!trace.title.empty()) fmt::print("{}\n\n", trace.title);
  fmt::print("{}\n", trace::render_scenario(trace.scenario, look));
  if (trace.run) fmt::print("{}\n", trace::render(trace.scenario, *trace.run, look));
  for (auto const& finding : trace.findings) {
    fmt::print("why {}\n", finding.property);
    for (auto const& line : finding.because) fmt::print("  {}\n", line);
  }
  if (!trace.run) {
    fmt::print("The trace holds no run: `relcheck replay {}` makes one.\n", options.trace.string());
  }
  return kPass;
}

}  // namespace properties::cli
