#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "properties/protocol/bench/measure.hpp"

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

bool run(std::string const& command) {
  if (std::system(command.c_str()) == 0) return true;  // NOLINT(cert-env33-c)
  fmt::print(stderr, "explorer_bench: failed: {}\n", command);
  return false;
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

std::string contents_of(std::string const& path) {
  std::ifstream const file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::optional<Figure> measure_spin(SpinSetting const& setting) {
  auto const in = "cd '" + setting.folder + "' && ";
  bool const built = run(in + "spin -a '" + setting.model + "' >spin.log 2>&1") &&
                     run(in + "gcc -O2 -w -DSAFETY -DNOCLAIM -DMEMLIM=16000 -o pan pan.c");
  if (!built) return std::nullopt;
  auto const before = processor_time_of_children();
  if (!run(in + fmt::format("./pan -m1000000 -w{} >pan.log 2>&1", setting.table_bits))) {
    return std::nullopt;
  }
  auto const seconds = processor_time_of_children() - before;
  auto const report = contents_of(setting.folder + "/pan.log");
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
