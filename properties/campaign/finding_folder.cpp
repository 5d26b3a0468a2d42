#include "properties/campaign/finding_folder.hpp"

#include <fstream>
#include <string>
#include <system_error>

#include "properties/campaign/history_file.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/trace/codec.hpp"
#include "properties/trace/render.hpp"
#include "properties/version.hpp"

namespace properties::campaign {
namespace {

namespace fs = std::filesystem;
using schedule::EnvironmentError;

constexpr std::uintmax_t kLogKept = std::uintmax_t{4} << 20;

void make_folder(fs::path const& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw EnvironmentError{"the folder " + folder.string() + " cannot be made: " + error.message() +
                           ": choose another with --out"};
  }
}

void save(fs::path const& file, trace::Trace const& trace) {
  if (auto const error = trace::write_trace(file, trace)) throw EnvironmentError{error->message};
}

std::string tail_of(fs::path const& file) {
  std::ifstream in{file, std::ios::binary};
  if (!in) return {};
  in.seekg(0, std::ios::end);
  auto const size = static_cast<std::uintmax_t>(in.tellg());
  in.seekg(static_cast<std::streamoff>(size > kLogKept ? size - kLogKept : 0));
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

trace::Environment FindingFolder::environment(CaseId const& id) const {
  trace::Environment environment;
  environment.relcheck = kVersion;
  environment.postgres = server_.version();
  if (!id.origin.empty()) {
    environment.strategy = id.origin;
    return environment;
  }
  environment.seed = id.seed;
  environment.strategy =
      "program " + std::to_string(id.program) + ", schedule " + std::to_string(id.schedule);
  return environment;
}

fs::path FindingFolder::write_raw(harness::Examined const& examined, CaseId const& id) {
  if (plan_.out.empty()) return {};
  make_folder(plan_.out);
  auto trace = harness::to_trace(
      examined, plan_.mutant == nullptr ? std::string{} : std::string{plan_.mutant->name});
  trace.environment = environment(id);
  auto const file =
      plan_.out / ("raw-" + std::to_string(id.seed) + "-" + std::to_string(id.program) + "-" +
                   std::to_string(id.schedule) + ".trace.json");
  save(file, trace);
  return file;
}

void FindingFolder::write_rest(FindingReport& report) {
  report.smallest.environment = environment(report.id);
  report.smallest.title =
      report.property + ": " + (report.because.empty() ? "" : report.because.back());
  if (plan_.out.empty()) return;
  report.folder = plan_.out / report.signature;
  make_folder(report.folder);
  report.min_trace = report.folder / "min.trace.json";
  save(report.min_trace, report.smallest);
  auto const raw = report.folder / "raw.trace.json";
  std::error_code error;
  fs::rename(report.raw_trace, raw, error);
  if (!error) report.raw_trace = raw;
  write(report.folder / "explain.md", trace::render_markdown(report.smallest));
  write(report.folder / "history.jsonl",
        history_lines(report.smallest.scenario, *report.smallest.run));
  write(report.folder / "server.log", tail_of(server_.log_file()));
}

void FindingFolder::write(fs::path const& file, std::string const& text) const {
  std::ofstream out{file, std::ios::binary};
  out << text;
  out.close();
  if (!out) throw EnvironmentError{file.string() + " cannot be written: is the disk full?"};
}

}  // namespace properties::campaign
