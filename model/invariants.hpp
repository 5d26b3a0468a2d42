#pragma once

#include <string_view>
#include <vector>

#include "model/projection.hpp"
#include "model/state.hpp"

namespace model {

/// True of every reachable state of the truth.
struct StateInvariant {
  std::string_view name;
  std::string_view cites;
  bool (*holds)(State const&);
};

/// True of every step from one reachable state to the next.
struct StepInvariant {
  std::string_view name;
  std::string_view cites;
  bool (*holds)(State const& before, Operation const&, Outcome const&, State const& after);
};

/// True of the view after any deliveries whatever.
struct ViewInvariant {
  std::string_view name;
  std::string_view cites;
  bool (*holds)(Projection const&);
};

[[nodiscard]] std::vector<StateInvariant> const& state_invariants();
[[nodiscard]] std::vector<StepInvariant> const& step_invariants();
[[nodiscard]] std::vector<ViewInvariant> const& view_invariants();

}  // namespace model
