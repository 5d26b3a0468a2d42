#include "checker/bench/table.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace checker::bench {
namespace {

BadPeerFile expected_line(std::string const& path, std::size_t line, std::string const& found) {
  return {fmt::format("{}:{}: found '{}'; expected NAME<TAB>MILLISECONDS", path, line, found)};
}

}  // namespace

std::variant<PeerFigures, BadPeerFile> read_peer_figures(std::string const& path) {
  std::ifstream file{path};
  if (!file) return BadPeerFile{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  PeerFigures figures;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.starts_with('#')) continue;
    auto const tab = line.find('\t');
    if (tab == 0 || tab == std::string::npos) return expected_line(path, number, line);
    char const* const from = line.c_str() + tab + 1;
    char* end = nullptr;
    double const milliseconds = std::strtod(from, &end);
    bool const whole = end != from && (*end == '\0' || *end == '\t' || *end == '\r');
    if (!whole || !std::isfinite(milliseconds) || milliseconds <= 0) {
      return expected_line(path, number, line);
    }
    figures[line.substr(0, tab)] = milliseconds;
  }
  return figures;
}

std::string heading() {
  return fmt::format("{:<16} {:<52} {:>11} {:>9} {:>11} {:>8}\n", "figure", "what", "ours (ms)",
                     "peak MiB", "peer (ms)", "times");
}

std::string row(Figure const& figure, PeerFigures const& peer) {
  auto const found = peer.find(figure.name);
  bool const known = found != peer.end();
  return fmt::format("{:<16} {:<52} {:>11.3f} {:>9.1f} {:>11} {:>8}  {}\n", figure.name,
                     figure.what, figure.milliseconds, static_cast<double>(figure.peak_kib) / 1024,
                     known ? fmt::format("{:.2f}", found->second) : "-",
                     known ? fmt::format("{:.0f}x", found->second / figure.milliseconds) : "-",
                     figure.note);
}

}  // namespace checker::bench
