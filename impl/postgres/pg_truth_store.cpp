#include "impl/postgres/pg_truth_store.hpp"

#include "impl/domain/words.hpp"
#include "impl/postgres/pg_transaction.hpp"

namespace impl::postgres {

namespace {

class PgTruthTxn : public TruthTxn {
 public:
  explicit PgTruthTxn(Lease lease) : txn_{std::move(lease), kBegin} {}

  bool check_accounts(UserId a, UserId b) override {
    return txn_.execute(kCheckAccounts, a, b).boolean(0, 0);
  }

  std::optional<bool> lock_followee(UserId follower, UserId followee) override {
    auto const rows = txn_.execute(kLockFollowee, follower, followee);
    if (rows.empty()) return std::nullopt;
    return rows.boolean(0, 0);
  }

  void ensure_pair(Pair pair) override { txn_.execute(kEnsurePair, pair.follower, pair.followee); }

  PairRow lock_pair(Pair pair) override {
    return read_pair_row(txn_.execute_one(kLockPair, pair.follower, pair.followee), 0, 0);
  }

  bool check_block(UserId a, UserId b) override {
    return txn_.execute(kCheckBlock, a, b).boolean(0, 0);
  }

  void save_pair(Pair pair, PairRow row) override {
    txn_.execute_one(kSavePair, pair.follower, pair.followee, word(row.state), row.version);
  }

  Seq next_seq() override { return Seq{txn_.execute_one(kNextSeq).integer(0, 0)}; }

  void append_event(RelationEvent const& event) override {
    txn_.execute_one(kAppendEvent, event.seq, event.pair.follower, event.pair.followee,
                     word(event.row.state), event.row.version);
  }

  bool insert_block(UserId blocker, UserId blocked) override {
    return txn_.execute(kInsertBlock, blocker, blocked).affected() == 1;
  }

  bool delete_block(UserId blocker, UserId blocked) override {
    return txn_.execute(kDeleteBlock, blocker, blocked).affected() == 1;
  }

  Seq read_token() override { return Seq{txn_.execute_one(kReadToken).integer(0, 0)}; }
  Seq lock_token() override { return Seq{txn_.execute_one(kLockToken).integer(0, 0)}; }

  void insert_post(Post const& post) override {
    txn_.execute_one(kInsertPost, post.id, post.author, word(post.visibility), post.acl_token);
  }

  void commit() override { txn_.commit(); }
  void rollback() noexcept override { txn_.rollback(); }

 private:
  PgTransaction txn_;
};

}  // namespace

std::unique_ptr<TruthTxn> PgTruthStore::begin(TxnKind /*kind*/) {
  return std::make_unique<PgTruthTxn>(pool_.acquire());
}

}  // namespace impl::postgres
