#include "checker/bench/measure.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

namespace checker::bench {
namespace {

double processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::uint64_t peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

}  // namespace

double median_milliseconds(std::function<void()> const& prepare, std::function<void()> const& run) {
  std::array<double, 7> times{};
  prepare();
  run();
  for (auto& time : times) {
    prepare();
    auto const start = processor_milliseconds();
    run();
    time = processor_milliseconds() - start;
  }
  std::sort(times.begin(), times.end());
  return times[3];
}

double median_milliseconds(std::function<void()> const& run) {
  return median_milliseconds([] {}, run);
}

Figure in_child(std::function<Figure()> const& measure) {
  std::array<int, 2> ends{};
  std::fflush(stdout);
  if (pipe(ends.data()) != 0) std::abort();
  auto const child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    auto const figure = measure();
    auto const text = fmt::format("{}\n{}\n{}\n{}\n{}\n", figure.name, figure.what,
                                  figure.milliseconds, peak_kib(), figure.note);
    bool const written =
        write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    std::_Exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (auto n = read(ends[0], buffer.data(), buffer.size()); n > 0;
       n = read(ends[0], buffer.data(), buffer.size())) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) {
    fmt::print(stderr, "a measurement failed\n");
    std::exit(1);
  }
  Figure figure;
  std::istringstream lines{text};
  std::string number;
  std::getline(lines, figure.name);
  std::getline(lines, figure.what);
  std::getline(lines, number);
  figure.milliseconds = std::strtod(number.c_str(), nullptr);
  std::getline(lines, number);
  figure.peak_kib = std::strtoull(number.c_str(), nullptr, 10);
  std::getline(lines, figure.note);
  return figure;
}

std::map<std::string, double> read_peer_figures(std::string const& path) {
  std::map<std::string, double> figures;
  std::ifstream file{path};
  if (!file) {
    fmt::print(stderr, "{}: cannot be read; expected lines NAME<TAB>MILLISECONDS\n", path);
    std::exit(64);
  }
  for (std::string line; std::getline(file, line);) {
    auto const tab = line.find('\t');
    if (tab == std::string::npos) continue;
    figures[line.substr(0, tab)] = std::strtod(line.c_str() + tab + 1, nullptr);
  }
  return figures;
}

void print_heading() {
  fmt::print("{:<16} {:<52} {:>11} {:>9} {:>11} {:>8}  {}\n", "figure", "what", "ours (ms)",
             "peak MiB", "peer (ms)", "times", "");
}

void print(Figure const& figure, std::map<std::string, double> const& peer) {
  auto const found = peer.find(figure.name);
  bool const known = found != peer.end();
  fmt::print("{:<16} {:<52} {:>11.3f} {:>9.1f} {:>11} {:>8}  {}\n", figure.name, figure.what,
             figure.milliseconds, static_cast<double>(figure.peak_kib) / 1024,
             known ? fmt::format("{:.2f}", found->second) : "-",
             known ? fmt::format("{:.0f}x", found->second / figure.milliseconds) : "-",
             figure.note);
  std::fflush(stdout);
}

}  // namespace checker::bench
