#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "properties/campaign/plan.hpp"
#include "properties/campaign/summary.hpp"
#include "properties/harness/examine.hpp"
#include "properties/server/server.hpp"
#include "properties/shrink/size.hpp"

namespace properties::campaign {

/// Told what a campaign comes across, by its workers, never two at once. Any may be empty.
struct Listener {
  std::function<void(std::string const& property, std::filesystem::path const& raw,
                     shrink::Size const&)>
      on_violation;  ///< The raw trace is on disk; shrinking begins.
  std::function<void(std::string_view pass, shrink::Size const&)> on_smaller;
  std::function<void(FindingReport const&)> on_finding;
};

/// What boiling down needs to know of the hunt it is part of.
struct Hunt {
  Plan const& plan;
  server::Server& server;
  Listener const& listener;
  std::function<bool()> const& stopped;
};

/// What becomes of a failing run: its raw trace is saved first, then it is shrunk, replayed ten
/// times, and kept in the plan's folder. `report`: what is known already (id, cases before).
/// Throws EnvironmentError.
[[nodiscard]] FindingReport boil_down(harness::Worker& worker, Hunt const& hunt,
                                      harness::Examined const& examined, FindingReport report);

}  // namespace properties::campaign
