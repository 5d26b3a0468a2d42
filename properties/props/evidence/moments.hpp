#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "properties/trace/run.hpp"

namespace properties::props::evidence {

using trace::Tick;

/// When the actions and the events of a run took effect, from its step log.
///
/// The log knows best. Where it says nothing of an action (the given ones and the drain may be
/// left out: they run alone), the moment of its response stands for that of its COMMIT.
class Moments {
 public:
  explicit Moments(trace::Run const& run);

  /// The action's COMMIT as the log has it; nothing if it has none that was done.
  [[nodiscard]] std::optional<Tick> logged_commit(trace::ActionRecord const& record) const;
  /// The COMMIT, or else the response; nothing for an action that has neither.
  [[nodiscard]] std::optional<Tick> effect(trace::ActionRecord const& record) const;
  /// When the event became visible; the end of the run if nothing tells.
  [[nodiscard]] Tick visible(model::Seq seq) const;
  /// The entry that made the event visible, if the log has it.
  [[nodiscard]] trace::LogEntry const* entry_of(model::Seq seq) const;
  /// The last seq that was visible before `moment`; 0 if none was.
  [[nodiscard]] model::Seq last_before(Tick moment) const;

 private:
  std::map<std::pair<int, int>, Tick> commits_;  ///< By (session, action).
  std::map<model::Seq, Tick> visible_;
  std::map<model::Seq, trace::LogEntry const*> entries_;
  Tick end_;
};

/// The entries of the last attempt that committed, in order, from BEGIN to COMMIT; empty if the log
/// has none. A service that is wrong may commit more than once: what the action was to do is done
/// by the last.
[[nodiscard]] std::vector<trace::LogEntry const*> committed_attempt(
    trace::Run const& run, trace::ActionRecord const& record);

}  // namespace properties::props::evidence
