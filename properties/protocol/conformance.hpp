#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/protocol/variant.hpp"
#include "properties/trace/trace.hpp"

namespace properties::protocol {

/// What `--property` and reports call it.
inline constexpr std::string_view kConformance = "conformance";

/// How a run departs from the machine.
struct Conformance {
  bool followed{false};              ///< The machine knows such scenarios.
  std::vector<std::string> departs;  ///< Why, in words; empty if it does not.
};

/// A program drawn from this seed that the machine can follow.
[[nodiscard]] trace::Scenario conforming_program(std::uint64_t seed, std::size_t most_sessions);

/// Has the machine take the run's steps, wakes, victims and void deliveries, and compares: at every
/// step who could have gone, what was taken, who waits and by whom, which row was locked; at the
/// end every answer and the committed rows. `variant`: what the services were, as the machine has
/// it.
[[nodiscard]] Conformance conformance_of(trace::Scenario const& scenario, trace::Run const& run,
                                         model::protocol::Variant const& variant);

/// Whether it was kept because its run departed from the machine.
[[nodiscard]] bool is_of_conformance(trace::Trace const& trace);

}  // namespace properties::protocol
