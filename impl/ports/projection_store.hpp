#pragma once

#include <memory>
#include <vector>

#include "impl/domain/projection.hpp"
#include "impl/domain/relation.hpp"
#include "impl/ports/store_error.hpp"
#include "impl/ports/txn_kind.hpp"

namespace impl {

/// One transaction on the projection; the same rules as TruthTxn. Read Committed, but for
/// TxnKind::diff, which is REPEATABLE READ.
class ProjectionTxn {
 public:
  ProjectionTxn() = default;
  ProjectionTxn(ProjectionTxn const&) = delete;
  ProjectionTxn& operator=(ProjectionTxn const&) = delete;
  virtual ~ProjectionTxn() = default;

  /// Notes that the event was received. False when it had been (P2: dup).
  virtual bool mark_seen(Seq seq) = 0;
  /// Inserts the placeholder (version 0) if there is no row.
  virtual void ensure_row(Pair pair) = 0;
  /// Locks the row FOR UPDATE and reads what was last accepted.
  virtual PairRow lock_row(Pair pair) = 0;
  virtual void replace_row(Pair pair, PairRow row) = 0;
  virtual void add_count(UserId followee, int delta) = 0;
  /// Locks the watermark FOR UPDATE and reads it (P3: first the lock, …
  virtual Seq lock_watermark() = 0;
  /// … then, in a new statement, the end of the contiguous seen prefix after `from`).
  virtual Seq seen_prefix(Seq from) = 0;
  virtual void save_watermark(Seq watermark) = 0;

  /// LOCK proj_seen IN SHARE ROW EXCLUSIVE MODE: no consumer is in flight after it (P5).
  virtual void lock_projection() = 0;
  /// Empties all four tables and clears the serving mark.
  virtual void clear_projection() = 0;
  virtual ProjectionDiff read_diff() = 0;
  virtual void mark_serving() = 0;

  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;
};

class ProjectionStore {
 public:
  virtual ~ProjectionStore() = default;
  virtual std::unique_ptr<ProjectionTxn> begin(TxnKind kind) = 0;
  /// Committed events after `after`, in order, at most `limit`.
  virtual std::vector<RelationEvent> fetch_events(Seq after, int limit) = 0;
  /// The watermark now, without a lock.
  virtual Seq read_watermark() = 0;
  /// The end of the committed log.
  virtual Seq read_last_seq() = 0;
};

}  // namespace impl
