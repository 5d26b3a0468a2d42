#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "properties/schedule/strategy.hpp"

/// Which steps of two sessions may be taken in either order. Everything follows from one table:
/// what each named step does to which rows (footprint_of), and what a COMMIT or ROLLBACK then shows
/// or undoes. That what is called independent is so on a real server is a test of its own.
namespace properties::schedule {

enum class Table {
  account,
  relation,
  block,
  event,          ///< relation_event by seq.
  event_of_pair,  ///< relation_event by its other key.
  event_seq,
  post,
  proj_follower,
  proj_count,
  proj_seen,
  proj_watermark,
};

/// What is done to a row under Read Committed.
enum class Mode {
  read,           ///< Sees what was committed when the statement began. Waits for nobody.
  share,          ///< FOR SHARE.
  lock,           ///< FOR UPDATE.
  find,           ///< INSERT … ON CONFLICT DO NOTHING that finds the row: waits for its writer.
  insert,         ///< The same, or a plain INSERT, that may insert.
  write,          ///< UPDATE or DELETE.
  publish,        ///< COMMIT of what was inserted or written.
  undo,           ///< ROLLBACK of it.
  release,        ///< The end of a lock.
  release_share,  ///< The end of a share.
};

/// Stands for every id.
inline constexpr std::int64_t kEvery = -1;

struct Access {
  Table table{Table::account};
  std::int64_t a{0};
  std::int64_t b{0};
  Mode mode{Mode::read};
  friend auto operator<=>(Access const&, Access const&) = default;
};

/// All that a step does. Unknown: the step's SQL is not the one that the table describes.
struct Footprint {
  std::vector<Access> accesses;
  bool unknown{false};
};

/// Whether the order of two steps of different sessions, taken one right after the other, may
/// show: in an answer, in what is committed, in who waits. Two commits that publish anything are
/// dependent, because whoever looks between them sees the one and not the other; what is unknown
/// depends on everything that does anything.
[[nodiscard]] bool dependent(Footprint const& one, Footprint const& other);

/// What came of a step, as far as it matters.
enum class Effect {
  any,   ///< Not known (yet).
  none,  ///< An insert found the row there, or a delete found none.
};

/// The table. COMMIT and ROLLBACK have no entry: what they do depends on what was done before.
[[nodiscard]] Footprint footprint_of(trace::Step step, Object const& object,
                                     Effect effect = Effect::any);

/// A step that waited for a lock looks again at the row when it gets it, and at nothing else: to
/// have waited and to have come later are the same. Not so where more was read before the wait.
[[nodiscard]] bool looks_again(trace::Step step);

/// Follows the transactions of all sessions through a run, so that it can tell the footprint of
/// the end of each. `unknown`: steps that do not what the table says (a mutant's).
class Transactions {
 public:
  explicit Transactions(std::set<trace::Step> unknown = {}) : unknown_{std::move(unknown)} {}

  /// Of the step that the session is about to take.
  [[nodiscard]] Footprint footprint_of(Candidate const& candidate,
                                       Effect effect = Effect::any) const;
  /// The step was taken.
  void took(Candidate const& candidate, Effect effect = Effect::any);
  /// The step failed: the server has undone the transaction. Answers what that let go.
  Footprint failed(int session);

 private:
  [[nodiscard]] Footprint end_of(int session, Mode written) const;

  std::set<trace::Step> unknown_;
  std::map<int, Footprint> done_;  ///< By session: since BEGIN.
};

}  // namespace properties::schedule
