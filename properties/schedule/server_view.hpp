#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "properties/trace/run.hpp"

namespace properties::schedule {

/// The server or the machine failed, not the services: exit 75, never a finding.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A backend and the backends it waits for.
struct Waits {
  int pid{0};
  std::vector<int> for_pids;
};

/// What a commit made visible.
struct CommitView {
  std::vector<trace::Event> events;  ///< Those not reported before, by seq.
  std::vector<trace::BrokenInvariant> broken;
};

/// The server as the controller sees it, over a connection of its own.
/// Throws EnvironmentError.
class ServerView {
 public:
  virtual ~ServerView() = default;
  /// Asks the lock table (pg_blocking_pids), which a COMMIT changes before it answers.
  virtual std::vector<Waits> waits(std::vector<int> const& pids) = 0;
  /// `last`: every session has finished, so this is what will be found at rest, too.
  virtual CommitView after_commit(bool last) = 0;
};

}  // namespace properties::schedule
