#include "checker/bench/measure.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
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

}  // namespace checker::bench
