#pragma once

#include <map>
#include <string>
#include <variant>

#include "checker/bench/measure.hpp"

namespace checker::bench {

/// Milliseconds of a peer by figure name.
using PeerFigures = std::map<std::string, double>;

/// What is wrong with a file of a peer's figures: the file, the line, what was expected.
struct BadPeerFile {
  std::string message;
};

/// Reads lines `NAME<TAB>MILLISECONDS`; more columns, empty lines and those that begin with `#` are
/// ignored.
[[nodiscard]] std::variant<PeerFigures, BadPeerFile> read_peer_figures(std::string const& path);

[[nodiscard]] std::string heading();
/// Ours, the peer's if it has this figure, and how many times faster ours is.
[[nodiscard]] std::string row(Figure const& figure, PeerFigures const& peer);

}  // namespace checker::bench
