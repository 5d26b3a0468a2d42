#pragma once

#include <filesystem>
#include <string>

#include "properties/campaign/plan.hpp"
#include "properties/campaign/summary.hpp"
#include "properties/harness/examine.hpp"
#include "properties/server/server.hpp"

namespace properties::campaign {

/// Where one finding is kept: a folder under the campaign's, named by its signature, with
/// raw.trace.json, min.trace.json, history.jsonl, explain.md and server.log.
/// Nothing is written when the plan names no folder. Throws EnvironmentError (no room, no right).
class FindingFolder {
 public:
  FindingFolder(Plan const& plan, server::Server& server) : plan_{plan}, server_{server} {}

  /// Before shrinking, when the signature is not yet known: a file of its own.
  std::filesystem::path write_raw(harness::Examined const& examined, CaseId const& id);
  /// The rest, and moves the raw trace to it. Fills in the report's paths.
  void write_rest(FindingReport& report);

 private:
  [[nodiscard]] trace::Environment environment(CaseId const& id) const;
  void write(std::filesystem::path const& file, std::string const& text) const;

  Plan const& plan_;
  server::Server& server_;
};

}  // namespace properties::campaign
