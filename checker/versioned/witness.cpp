#include <algorithm>
#include <limits>
#include <tuple>

#include "checker/assert.hpp"
#include "checker/versioned/check.hpp"
#include "checker/versioned/filling.hpp"
#include "checker/versioned/outline.hpp"

namespace checker::versioned {
namespace {

/// Where an operation stands in the order of its key.
struct Position {
  std::uint32_t key;
  std::uint32_t version;
  bool seen;  ///< After the one that made the version.
  Tick call;
  OperationId id;
  friend auto operator<=>(Position const&, Position const&) = default;
};

std::vector<Position> positions(History const& history) {
  std::vector<Position> all;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    if (!operation.returned()) continue;
    all.push_back({operation.key, operation.version, !operation.made(), operation.call, id});
  }
  auto const filled = fill_all_gaps(history);
  for (auto const& [version, id] : filled) {
    auto const& operation = history.operations[id];
    all.push_back({operation.key, version, false, operation.call, id});
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::vector<OperationId> find_witness(History const& history) {
  // Each operation as early as its key allows; keys do not mind each other.
  std::vector<std::tuple<Tick, Position>> placed;
  auto earliest = std::numeric_limits<Tick>::min();
  auto key = ~std::uint32_t{0};
  for (auto const& position : positions(history)) {
    if (position.key != key) earliest = std::numeric_limits<Tick>::min();
    key = position.key;
    earliest = std::max(earliest, history.operations[position.id].call);
    placed.emplace_back(earliest, position);
  }
  std::sort(placed.begin(), placed.end());
  std::vector<OperationId> witness;
  for (auto const& [tick, position] : placed) witness.push_back(position.id);
  return witness;
}

}  // namespace checker::versioned
