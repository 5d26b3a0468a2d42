#include "impl/postgres/pg_projection_store.hpp"

#include "impl/domain/words.hpp"
#include "impl/postgres/pg_transaction.hpp"

namespace impl::postgres {

namespace {

class PgProjectionTxn : public ProjectionTxn {
 public:
  PgProjectionTxn(Lease lease, Statement const& begin) : txn_{std::move(lease), begin} {}

  bool mark_seen(Seq seq) override { return txn_.execute(kMarkSeen, seq).affected() == 1; }

  void ensure_row(Pair pair) override { txn_.execute(kEnsureRow, pair.follower, pair.followee); }

  PairRow lock_row(Pair pair) override {
    return read_pair_row(txn_.execute_one(kLockRow, pair.follower, pair.followee), 0, 0);
  }

  void replace_row(Pair pair, PairRow row) override {
    txn_.execute_one(kReplaceRow, pair.follower, pair.followee, word(row.state), row.version);
  }

  void add_count(UserId followee, int delta) override {
    txn_.execute_one(kAddCount, followee, delta);
  }

  Seq lock_watermark() override { return Seq{txn_.execute_one(kLockWatermark).integer(0, 0)}; }

  Seq seen_prefix(Seq from) override {
    return Seq{txn_.execute_one(kSeenPrefix, from).integer(0, 0)};
  }

  void save_watermark(Seq watermark) override { txn_.execute_one(kSaveWatermark, watermark); }

  void lock_projection() override { txn_.execute(kLockProjection); }
  void clear_projection() override { txn_.execute_one(kClearProjection); }

  ProjectionDiff read_diff() override {
    auto const rows = txn_.execute_one(kReadDiff);
    return {.resurrected = rows.integer(0, 0),
            .missing = rows.integer(0, 1),
            .wrong_counts = rows.integer(0, 2),
            .watermark = Seq{rows.integer(0, 3)},
            .last = Seq{rows.integer(0, 4)}};
  }

  void mark_serving() override { txn_.execute_one(kMarkServing); }

  void commit() override { txn_.commit(); }
  void rollback() noexcept override { txn_.rollback(); }

 private:
  PgTransaction txn_;
};

}  // namespace

std::unique_ptr<ProjectionTxn> PgProjectionStore::begin(TxnKind kind) {
  auto const& begin = kind == TxnKind::diff ? kBeginRepeatableRead : kBegin;
  return std::make_unique<PgProjectionTxn>(pool_.acquire(), begin);
}

std::vector<RelationEvent> PgProjectionStore::fetch_events(Seq after, int limit) {
  auto const rows = pool_.acquire()->execute(kFetchEvents, after, limit);
  std::vector<RelationEvent> events;
  events.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) {
    events.push_back({Seq{rows.integer(i, 0)},
                      Pair{UserId{rows.integer(i, 1)}, UserId{rows.integer(i, 2)}},
                      read_pair_row(rows, i, 3)});
  }
  return events;
}

Seq PgProjectionStore::read_watermark() {
  return Seq{pool_.acquire()->execute(kReadWatermark).integer(0, 0)};
}

Seq PgProjectionStore::read_last_seq() {
  return Seq{pool_.acquire()->execute(kReadLastSeq).integer(0, 0)};
}

}  // namespace impl::postgres
