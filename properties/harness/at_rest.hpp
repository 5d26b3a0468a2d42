#pragma once

#include <map>
#include <string>
#include <vector>

#include "properties/harness/pg.hpp"
#include "properties/props/invariants.hpp"
#include "properties/trace/run.hpp"

namespace properties::harness {

/// The tables while no session is in flight: their rows, and what the SQL invariants say of them.
///
/// The project's own invariants are functions of the rows, and the same few states are met again
/// and again: what they said of one is remembered. Those of the user's may look at anything, and
/// are asked every time.
class AtRest {
 public:
  /// Prepares its statements on `pg`, which must outlive it.
  AtRest(Pg& pg, std::vector<props::Invariant> const& invariants);

  /// `projection`: whether its tables may have been written. If not, it is enough to see that they
  /// were not. Throws EnvironmentError and BadInvariant.
  [[nodiscard]] trace::Quiet read(bool projection);

 private:
  /// What follows from the rows.
  struct Verdict {
    trace::DiffAnswer diff;
    std::vector<trace::BrokenInvariant> broken;
  };

  [[nodiscard]] trace::Quiet judged(Table const& rows, std::string const& statement);
  [[nodiscard]] Verdict const& verdict_on(Table const& rows, std::string const& statement);

  Pg& pg_;
  bool has_own_{false};
  std::map<std::string, Verdict> known_;  ///< By statement and rows.
};

/// The log, and a row of it.
inline constexpr char const* kEvents =
    "SELECT 'event', seq, follower, followee, version, state::text FROM relation_event";
[[nodiscard]] trace::Event event_of(std::vector<std::string> const& row);

}  // namespace properties::harness
