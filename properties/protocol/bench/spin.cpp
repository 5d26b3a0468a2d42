#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "properties/protocol/bench/measure.hpp"
#include "properties/server/subprocess.hpp"

namespace properties::protocol::bench {
namespace {

double processor_time_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  auto const seconds = [](timeval const& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// What a line of shell says: $1 is the folder, $2 the model. Nothing if it fails.
std::optional<std::string> said_by(std::string const& line, SpinSetting const& setting) {
  server::Account const ourselves{geteuid(), getegid(), {}};
  auto ended = server::run_program(
      {"/bin/sh", "-c", "cd \"$1\" && " + line, "spin", setting.folder, setting.model}, ourselves);
  if (ended.ok() && ended.value().exit_code == 0) return ended.value().output;
  fmt::print(stderr, "explorer_bench: failed: {}\n{}\n", line,
             ended.ok() ? ended.value().output : ended.problem().line());
  return std::nullopt;
}

/// The number before these words in Spin's report.
double number_before(std::string const& report, std::string const& words) {
  auto const at = report.find(words);
  if (at == std::string::npos) return 0;
  auto const start = report.find_last_of("\n\t", at) + 1;
  return std::strtod(report.c_str() + start, nullptr);
}

double number_after(std::string const& report, std::string const& words) {
  auto const at = report.find(words);
  return at == std::string::npos ? 0 : std::strtod(report.c_str() + at + words.size(), nullptr);
}

}  // namespace

std::optional<Figure> measure_spin(SpinSetting const& setting) {
  bool const built = said_by("spin -a \"$2\"", setting) &&
                     said_by("gcc -O2 -w -DSAFETY -DNOCLAIM -DMEMLIM=16000 -o pan pan.c", setting);
  if (!built) return std::nullopt;
  auto const before = processor_time_of_children();
  auto const said = said_by(fmt::format("./pan -m1000000 -w{}", setting.table_bits), setting);
  if (!said) return std::nullopt;
  auto const& report = *said;
  auto const seconds = processor_time_of_children() - before;
  Figure figure{"Spin, -O2, exact", 0, 0, seconds, 0, false};
  figure.states = static_cast<std::uint64_t>(number_before(report, " states, stored"));
  figure.transitions = static_cast<std::uint64_t>(number_before(report, " transitions (="));
  auto const stored = number_after(report, "state-vector as stored = ");
  auto const overhead = number_after(report, "byte + ");
  auto const table = number_before(report, "\tmemory used for hash table") * 1024 * 1024;
  figure.bytes_per_state = stored + overhead + table / static_cast<double>(figure.states);
  figure.finished = report.find("errors: 0") != std::string::npos &&
                    report.find("Search not completed") == std::string::npos;
  return figure;
}

}  // namespace properties::protocol::bench
