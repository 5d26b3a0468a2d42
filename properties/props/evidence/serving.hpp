#pragma once

#include <optional>
#include <vector>

#include "checker/interval.hpp"
#include "properties/props/evidence/moments.hpp"

namespace properties::props::evidence {

/// A COMMIT that settled whether the view may serve (P6).
struct ServingChange {
  Tick moment{};
  bool serves{};
  trace::ActionRecord const* by{};
};

/// The rebuilds that answered and the certifications that found no difference, in the order of
/// their COMMITs. Nothing when the COMMIT of a rebuild or a certification is in doubt.
[[nodiscard]] std::optional<std::vector<ServingChange>> serving_changes(trace::Run const& run,
                                                                        Moments const& moments);

/// Whether the view served, over time: it starts empty and serving.
[[nodiscard]] checker::Truth<bool> serving_truth(std::vector<ServingChange> const& changes);

}  // namespace properties::props::evidence
