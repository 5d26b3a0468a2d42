#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checker/history.hpp"
#include "model/outcome.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::trace {

using checker::Tick;

/// A state change as the event log holds it.
struct Event {
  model::Seq seq;
  model::Pair pair;
  model::PairRow row;
  friend auto operator<=>(Event const&, Event const&) = default;
};

struct SeqChange {
  model::Change change;
  model::Seq seq;
  friend auto operator<=>(SeqChange const&, SeqChange const&) = default;
};

/// The service's answer to a write: the model's outcome, with the seqs it claims.
struct WriteAnswer {
  model::Verdict verdict{model::Verdict::rejected};
  model::Reason reason{model::Reason::none};
  model::PairRow present;
  std::vector<SeqChange> changes;
  friend auto operator<=>(WriteAnswer const&, WriteAnswer const&) = default;
};

enum class AccessSource {
  truth,
  projection,
  fallback_truth,
  public_block_check,
  author,
  no_such_post
};

struct ReadAnswer {
  bool allowed{false};
  AccessSource source{AccessSource::truth};
  friend auto operator<=>(ReadAnswer const&, ReadAnswer const&) = default;
};

enum class ApplyVerdict { applied, stale, dup };

struct ApplyAnswer {
  ApplyVerdict verdict{ApplyVerdict::applied};
  friend auto operator<=>(ApplyAnswer const&, ApplyAnswer const&) = default;
};

/// Answer to Certify; Rebuild answers the default.
struct DiffAnswer {
  std::int64_t resurrected{0};
  std::int64_t missing{0};
  std::int64_t wrong_counts{0};
  model::Seq watermark;
  model::Seq last;
  friend auto operator<=>(DiffAnswer const&, DiffAnswer const&) = default;
};

using Answer = std::variant<WriteAnswer, ReadAnswer, ApplyAnswer, DiffAnswer>;

/// How an action ended for its session.
struct Returned {
  Answer answer;
  friend auto operator<=>(Returned const&, Returned const&) = default;
};
struct NeverHappened {
  std::string reason;
  std::string sqlstate;
  bool defect{false};  ///< The server refused a statement that must not fail.
  friend auto operator<=>(NeverHappened const&, NeverHappened const&) = default;
};
struct Indeterminate {
  std::string reason;
  friend auto operator<=>(Indeterminate const&, Indeterminate const&) = default;
};
/// A delivery whose event never came to be.
struct Void {
  friend auto operator<=>(Void const&, Void const&) = default;
};
using Completion = std::variant<Returned, NeverHappened, Indeterminate, Void>;

/// Session number of the scenario's `given` actions, and of the drain at the end.
inline constexpr int kGiven = -1;
inline constexpr int kDrain = -2;

/// One action from its call to its ending. Ticks are positions in the run: log entries,
/// invocations and responses are numbered together, so they can be compared.
struct ActionRecord {
  int session{0};
  int index{0};  ///< In the session's program; in the drain, a running number.
  Action action;
  Tick invoked_at{0};
  std::optional<Tick> responded_at;  ///< Absent exactly when indeterminate.
  Completion completion;
  friend auto operator<=>(ActionRecord const&, ActionRecord const&) = default;
};

/// An SQL invariant that did not hold, and one row that it returned.
struct BrokenInvariant {
  std::string name;
  std::string row;
  friend auto operator<=>(BrokenInvariant const&, BrokenInvariant const&) = default;
};

enum class Ending {
  done,
  blocked,  ///< Waits for a lock; an entry of kind `wake` follows when it gets on.
  failed,   ///< The server or the connection refused; `sqlstate` says what.
};

/// One entry of the step log.
struct LogEntry {
  enum class Kind { step, wake };
  Tick tick{0};
  Kind kind{Kind::step};
  Point at;                  ///< Who, in which action, which step.
  std::vector<int> enabled;  ///< The sessions that could have gone instead (kind step).
  Ending ending{Ending::done};
  std::vector<int> blocked_by;  ///< Sessions, ascending.
  std::string sqlstate;
  std::string note;                     ///< What the step said, for people: "ACTIVE v1", "seq 3".
  std::vector<Event> events;            ///< Became visible with this commit.
  std::vector<BrokenInvariant> broken;  ///< Checked after this commit.
  friend auto operator<=>(LogEntry const&, LogEntry const&) = default;
};

/// What the tables say of one ordered pair once all is quiet.
struct FinalPair {
  model::Pair pair;
  model::InspectOutcome seen;
  friend auto operator<=>(FinalPair const&, FinalPair const&) = default;
};

struct FinalPost {
  model::PostId post;
  model::UserId author;
  model::Visibility visibility{model::Visibility::followers};
  model::Seq acl_token;
  friend auto operator<=>(FinalPost const&, FinalPost const&) = default;
};

/// The quiescent state: no session is in flight; unless the scenario needs no projection, the
/// log has been drained and certified.
struct Quiet {
  Tick tick{0};
  bool drained{false};
  std::vector<FinalPair> pairs;  ///< Every row of relation, and every pair with a block.
  std::vector<FinalPost> posts;
  std::vector<Event> events;  ///< The whole log, by seq.
  model::Seq last;
  DiffAnswer diff;  ///< Read directly, not through the service.
  bool serving{false};
  std::vector<BrokenInvariant> broken;
  friend auto operator<=>(Quiet const&, Quiet const&) = default;
};

/// All sessions wait for each other: who for whom.
struct DeadlockSeen {
  Tick tick{0};
  std::vector<int> cycle;
  int victim{0};
  friend auto operator<=>(DeadlockSeen const&, DeadlockSeen const&) = default;
};

/// What happened. A run that did not reach quiescence is not a Run but an error.
struct Run {
  std::vector<ActionRecord> actions;  ///< By invocation.
  std::vector<LogEntry> log;
  std::vector<DeadlockSeen> deadlocks;
  Quiet quiet;
  friend auto operator<=>(Run const&, Run const&) = default;
};

}  // namespace properties::trace
