#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string>

#include "checker/bench/figures.hpp"
#include "checker/bench/table.hpp"

/// Prints how fast the checker is, each figure in a process of its own, and beside it a peer's
/// figures if a file of them is given.
int main(int count, char** arguments) {
  CLI::App app{"Measures the checker: one core, processor time, median of 7."};
  std::string data = RELCHECK_PEER_DATA;
  std::string peer_file;
  std::size_t largest = 1'000'000;
  app.add_option("--data", data, "Folder of the peer's recorded histories");
  app.add_option("--peer", peer_file, "File of lines NAME<TAB>MILLISECONDS to show beside ours");
  app.add_option("--largest", largest, "Operations of the largest made-up history")
      ->check(CLI::Range(100, 10'000'000));
  CLI11_PARSE(app, count, arguments);

  using namespace checker::bench;
  PeerFigures peer;
  if (!peer_file.empty()) {
    auto read = read_peer_figures(peer_file);
    if (auto const* bad = std::get_if<BadPeerFile>(&read)) {
      fmt::print(stderr, "{}\n", bad->message);
      return 64;
    }
    peer = std::get<PeerFigures>(std::move(read));
  }
  auto const print = [&](Figure const& figure) {
    fmt::print("{}", row(figure, peer));
    std::fflush(stdout);
  };
  fmt::print("{}", heading());
  for (auto const& measurement : peer_measurements(data)) print(in_child(measurement));
  double smaller = 0;
  for (auto const& measurement : versioned_measurements(largest)) {
    auto figure = in_child(measurement);
    if (figure.name.starts_with("versions-")) {
      if (smaller > 0) figure.note += fmt::format(", growth {:.1f}", figure.milliseconds / smaller);
      smaller = figure.milliseconds;
    }
    print(figure);
  }
  return 0;
}
