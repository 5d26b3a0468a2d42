#pragma once

#include <memory>
#include <optional>

#include "impl/domain/post.hpp"
#include "impl/domain/relation.hpp"
#include "impl/ports/store_error.hpp"
#include "impl/ports/txn_kind.hpp"

namespace impl {

/// One Read Committed transaction on the truth. One method = one step of the protocol = one
/// statement, so each sees a snapshot of its own. Used by one thread. Every method throws
/// StoreError; after a throw only rollback() and the destructor may follow. Rolling back what has
/// ended is no step and does nothing. Leaving it without commit() is the rollback.
class TruthTxn {
 public:
  TruthTxn() = default;
  TruthTxn(TruthTxn const&) = delete;
  TruthTxn& operator=(TruthTxn const&) = delete;
  virtual ~TruthTxn() = default;

  /// Both accounts exist.
  virtual bool check_accounts(UserId a, UserId b) = 0;
  /// Locks the followee's account FOR SHARE, so that its privacy holds until COMMIT (R7, R11).
  /// Answers whether it is private; nothing when either account is unknown.
  virtual std::optional<bool> lock_followee(UserId follower, UserId followee) = 0;
  /// Inserts the placeholder row (R9) if there is none. Waits for an uncommitted one.
  virtual void ensure_pair(Pair pair) = 0;
  /// Locks the row FOR UPDATE and reads it. The row must exist.
  virtual PairRow lock_pair(Pair pair) = 0;
  /// A block in either direction. Means something only after lock_pair (R8).
  virtual bool check_block(UserId a, UserId b) = 0;
  virtual void save_pair(Pair pair, PairRow row) = 0;
  /// Takes the next position of the log and keeps its row locked until COMMIT (R6).
  virtual Seq next_seq() = 0;
  virtual void append_event(RelationEvent const& event) = 0;
  /// False when the row was there already.
  virtual bool insert_block(UserId blocker, UserId blocked) = 0;
  /// False when there was no row.
  virtual bool delete_block(UserId blocker, UserId blocked) = 0;
  /// The last committed position of the log (T5, plain).
  virtual Seq read_token() = 0;
  /// The same FOR SHARE: waits for relation writes in flight and holds later ones back (T5).
  virtual Seq lock_token() = 0;
  virtual void insert_post(Post const& post) = 0;
  virtual void commit() = 0;
  /// Never throws: a connection that cannot roll back is discarded.
  virtual void rollback() noexcept = 0;
};

class TruthStore {
 public:
  virtual ~TruthStore() = default;
  /// Takes a connection and sends BEGIN.
  virtual std::unique_ptr<TruthTxn> begin(TxnKind kind) = 0;
};

}  // namespace impl
