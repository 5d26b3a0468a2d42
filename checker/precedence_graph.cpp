#include "checker/precedence_graph.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <limits>
#include <numeric>
#include <utility>

#include "checker/assert.hpp"

namespace checker {
namespace {

/// The bundled property of an edge is its index into the precedences.
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS,
                                    boost::no_property, std::size_t>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;
using Edge = boost::graph_traits<Graph>::edge_descriptor;

constexpr Tick kNever = std::numeric_limits<Tick>::max();
constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

Tick returned_at(Lifetime const& lifetime) { return lifetime.returned.value_or(kNever); }

Graph build(std::size_t operations, std::vector<Precedence> const& precedences) {
  Graph graph(operations);
  for (std::size_t i = 0; i < precedences.size(); ++i) {
    boost::add_edge(precedences[i].before, precedences[i].after, i, graph);
  }
  return graph;
}

/// Breadth-first search against the edges. It undoes itself in the time it took, so that it can be
/// run from every vertex of a large graph.
class BackwardSearch {
 public:
  explicit BackwardSearch(Graph const& graph)
      : graph_{graph}, reached_(boost::num_vertices(graph)), by_(reached_.size()) {}

  /// The edges of a shortest path, of 1 to `limit` edges, from a vertex that is `wanted` to `end`
  /// along vertices that are `allowed`; empty if there is none.
  template <class Wanted, class Allowed>
  std::vector<std::size_t> path_to(Vertex end, std::size_t limit, Wanted wanted, Allowed allowed) {
    forget();
    std::vector<Vertex> level{end};
    for (std::size_t depth = 0; depth < limit && !level.empty(); ++depth) {
      std::vector<Vertex> further;
      for (Vertex const at : level) {
        for (auto [edge, last] = boost::in_edges(at, graph_); edge != last; ++edge) {
          Vertex const from = boost::source(*edge, graph_);
          if (reached_[from] || !allowed(from)) continue;
          reach(from, *edge);
          if (wanted(from)) return walk(from, end);
          if (from != end) further.push_back(from);
        }
      }
      level = std::move(further);
    }
    return {};
  }

 private:
  void reach(Vertex vertex, Edge const& by) {
    reached_[vertex] = true;
    by_[vertex] = by;
    touched_.push_back(vertex);
  }

  void forget() {
    for (Vertex const vertex : touched_) reached_[vertex] = false;
    touched_.clear();
  }

  std::vector<std::size_t> walk(Vertex at, Vertex end) const {
    std::vector<std::size_t> edges;
    do {
      edges.push_back(graph_[by_[at]]);
      at = boost::target(by_[at], graph_);
    } while (at != end);
    return edges;
  }

  Graph const& graph_;
  std::vector<bool> reached_;
  std::vector<Edge> by_;  ///< The edge over which a vertex was reached.
  std::vector<Vertex> touched_;
};

/// The component of each vertex. An edge never leads to a component with a greater number.
using Components = std::vector<std::size_t>;
Components strong_components(Graph const& graph) {
  Components component(boost::num_vertices(graph));
  boost::strong_components(graph, boost::make_iterator_property_map(
                                      component.begin(), boost::get(boost::vertex_index, graph)));
  return component;
}

/// A shortest cycle of added edges alone, of at most `limit`; empty if there is none.
std::vector<std::size_t> shortest_among_edges(Graph const& graph, Components const& component,
                                              std::size_t limit) {
  auto const within = [&](Vertex v) {
    return [&, v](Vertex u) { return component[u] == component[v]; };
  };
  std::vector<std::size_t> best;
  BackwardSearch search{graph};
  for (Vertex v = 0; v < component.size() && limit > 0; ++v) {
    auto found = search.path_to(
        v, limit, [v](Vertex u) { return u == v; }, within(v));
    if (found.empty()) continue;
    best = std::move(found);
    limit = best.size() - 1;
  }
  return best;
}

std::vector<Tick> own_calls(std::vector<Lifetime> const& lifetimes) {
  std::vector<Tick> latest;
  latest.reserve(lifetimes.size());
  for (Lifetime const& lifetime : lifetimes) latest.push_back(lifetime.called);
  return latest;
}

/// `latest` holds for each operation the latest call among those known to come before it.
std::optional<Vertex> find_overtaken(std::vector<Lifetime> const& lifetimes,
                                     std::vector<Tick> const& latest) {
  for (Vertex v = 0; v < latest.size(); ++v) {
    if (returned_at(lifetimes[v]) < latest[v]) return v;
  }
  return std::nullopt;
}

/// Whether any path, of any length, leads back in time.
bool goes_back_in_time(Graph const& graph, Components const& component,
                       std::vector<Lifetime> const& lifetimes) {
  std::vector<Vertex> order(component.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::sort(order.begin(), order.end(),
            [&](Vertex a, Vertex b) { return component[a] > component[b]; });
  auto latest = own_calls(lifetimes);
  std::vector<Tick> latest_of(component.size(), std::numeric_limits<Tick>::min());
  auto const raise = [](Tick& tick, Tick to) { tick = std::max(tick, to); };
  for (Vertex const v : order) raise(latest_of[component[v]], latest[v]);
  for (Vertex const v : order) {
    for (auto [edge, end] = boost::out_edges(v, graph); edge != end; ++edge) {
      raise(latest_of[component[boost::target(*edge, graph)]], latest_of[component[v]]);
    }
    latest[v] = latest_of[component[v]];
  }
  return find_overtaken(lifetimes, latest).has_value();
}

/// The fewest edges that lead back in time, and where they end.
struct Overtaken {
  std::size_t edges;
  Vertex end;
};
Overtaken find_nearest_overtaken(Graph const& graph, std::vector<Lifetime> const& lifetimes) {
  auto latest = own_calls(lifetimes);
  for (std::size_t edges = 1;; ++edges) {
    auto extended = latest;
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
      auto& later = extended[boost::target(*edge, graph)];
      later = std::max(later, latest[boost::source(*edge, graph)]);
    }
    RELCHECK_ASSERT(extended != latest);  // Asked only if there is one.
    if (auto const v = find_overtaken(lifetimes, extended)) return Overtaken{edges, *v};
    latest = std::move(extended);
  }
}

/// The path of so many edges that ends at `overtaken.end` and began after that had returned.
std::vector<std::size_t> path_back_in_time(Graph const& graph,
                                           std::vector<Lifetime> const& lifetimes,
                                           Overtaken overtaken) {
  Tick const returned = returned_at(lifetimes[overtaken.end]);
  return BackwardSearch{graph}.path_to(
      overtaken.end, overtaken.edges, [&](Vertex v) { return lifetimes[v].called > returned; },
      [](Vertex) { return true; });
}

/// Starts the circle with the precedence of its smallest operation.
void start_with_smallest(Cycle& cycle) {
  auto const first = std::min_element(
      cycle.begin(), cycle.end(), [](auto const& a, auto const& b) { return a.before < b.before; });
  std::rotate(cycle.begin(), first, cycle.end());
}

}  // namespace

PrecedenceGraph::PrecedenceGraph(std::vector<Lifetime> lifetimes, Clock clock)
    : lifetimes_{std::move(lifetimes)}, clock_{clock} {}

PrecedenceGraph::PrecedenceGraph(std::size_t count) : lifetimes_(count) {}

void PrecedenceGraph::add(Precedence precedence) {
  RELCHECK_ASSERT(precedence.before < lifetimes_.size() && precedence.after < lifetimes_.size());
  precedences_.push_back(std::move(precedence));
}

Precedence PrecedenceGraph::by_clock(OperationId before, OperationId after) const {
  Tick const end = *lifetimes_[before].returned;
  Tick const begin = lifetimes_[after].called;
  if (clock_ == Clock::commits) return {before, after, CommitOrder{end, begin}};
  return {before, after, RealTime{end, begin}};
}

std::optional<Cycle> PrecedenceGraph::find_shortest_cycle() const {
  Graph const graph = build(lifetimes_.size(), precedences_);
  auto const component = strong_components(graph);
  Cycle cycle;
  if (goes_back_in_time(graph, component, lifetimes_)) {
    auto const overtaken = find_nearest_overtaken(graph, lifetimes_);
    for (auto const edge : path_back_in_time(graph, lifetimes_, overtaken)) {
      cycle.push_back(precedences_[edge]);
    }
    cycle.push_back(by_clock(cycle.back().after, cycle.front().before));
  }
  auto const shorter =
      shortest_among_edges(graph, component, cycle.empty() ? kUnbounded : cycle.size() - 1);
  if (!shorter.empty()) {
    cycle.clear();
    for (auto const edge : shorter) cycle.push_back(precedences_[edge]);
    start_with_smallest(cycle);
  }
  return cycle.empty() ? std::nullopt : std::optional{std::move(cycle)};
}

}  // namespace checker
