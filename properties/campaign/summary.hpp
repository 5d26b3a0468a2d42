#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "properties/gen/coverage.hpp"
#include "properties/shrink/size.hpp"
#include "properties/trace/trace.hpp"

namespace properties::campaign {

/// Which case it was: enough to make it again alone.
struct CaseId {
  std::uint64_t seed{0};
  std::int64_t program{0};
  int schedule{0};
  std::string origin{};  ///< If it was not drawn: where it comes from.
};

/// One violation, as it is reported.
struct FindingReport {
  CaseId id;
  std::string property;
  std::string raw_property;  ///< The first that failed in the run as it was found.
  std::vector<std::string> because;
  std::string file;  ///< Where the property stands.
  int line{0};
  std::string signature;
  std::filesystem::path folder;  ///< Empty when nothing is written.
  std::filesystem::path raw_trace;
  std::filesystem::path min_trace;
  trace::Trace smallest;
  shrink::Size from;
  shrink::Size to;
  int tries{0};
  bool shrunk_to_end{false};
  double seconds_shrinking{0};
  int replays{0};        ///< Of the smallest trace …
  int alike{0};          ///< … and how many took the same steps to the same end.
  std::string departed;  ///< Where the first unlike one left it.
  std::int64_t cases_before{0};
  double seconds_before{0};
  [[nodiscard]] bool flaky() const { return alike < replays; }
};

/// What a campaign did.
struct Summary {
  std::int64_t cases{0};
  std::int64_t programs{0};
  std::int64_t operations{0};
  std::int64_t steps{0};
  std::int64_t blocked_cases{0};
  std::int64_t blocked_steps{0};
  std::int64_t preemptions{0};
  std::int64_t longest_run{0};
  std::vector<std::string> properties;       ///< All that were judged, by name.
  std::int64_t more_findings{0};             ///< Violations beyond those reported.
  std::map<std::string, std::int64_t> held;  ///< Per property: runs in which it applied and held.
  std::vector<std::string> undecided;        ///< The first few.
  std::int64_t undecided_runs{0};
  gen::Coverage coverage;
  std::vector<FindingReport> findings;
  double seconds{0};
  std::string stopped_because;
};

}  // namespace properties::campaign
