#include "properties/protocol/bench/measure.hpp"

#include <fmt/format.h>

#include <ctime>

#include "checker/exploration/breadth_first.hpp"
#include "checker/exploration/decorators.hpp"
#include "properties/protocol/protocol.hpp"
#include "properties/protocol/scenes.hpp"

namespace properties::protocol::bench {
namespace {

using checker::exploration::BreadthFirst;
using checker::exploration::End;
using checker::exploration::Reduced;
using checker::exploration::Symmetric;

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class M>
Figure measure(std::string what, M const& machine) {
  auto const before = processor_time();
  BreadthFirst<M> search{machine};
  auto const report = search.run();
  return {
      std::move(what),           report.statistics.states,          report.statistics.transitions,
      processor_time() - before, report.statistics.bytes_per_state, report.end == End::exhausted};
}

}  // namespace

Figure measure_every_order(int sessions, int operations) {
  Protocol const protocol{follows_beside_blocks(sessions, operations)};
  return measure(fmt::format("{} sessions × {}, every order", sessions, operations), protocol);
}

Figure measure_reduced(int sessions, int operations) {
  Protocol const protocol{follows_beside_blocks(sessions, operations)};
  Reduced<Protocol> const reduced{protocol};
  Symmetric<Reduced<Protocol>> const symmetric{reduced};
  return measure(fmt::format("{} sessions × {}, reduced, symmetry", sessions, operations),
                 symmetric);
}

Figure measure_anything(int sessions, int operations) {
  Protocol const protocol{everyone_does_anything({.sessions = sessions, .operations = operations})};
  return measure(fmt::format("{} sessions × {}, both ways, every order", sessions, operations),
                 protocol);
}

}  // namespace properties::protocol::bench
