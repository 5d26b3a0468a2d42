#include <map>

#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

/// The source document's 30-I.
class ChecksBlockBeforeLock : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  void ensure_pair(impl::Pair pair) override {
    if (serves(impl::TxnKind::follow)) {
      blocked_ = next().check_block(pair.follower, pair.followee);
    }
    next().ensure_pair(pair);
  }
  bool check_block(impl::UserId, impl::UserId) override { return blocked_; }

 private:
  bool blocked_{false};
};

/// block(b,a) takes a→b before b→a, whatever their order.
class LocksInCallOrder : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  bool check_accounts(impl::UserId a, impl::UserId b) override {
    first_ = impl::Pair{b, a};
    second_ = impl::Pair{a, b};
    return next().check_accounts(a, b);
  }
  void ensure_pair(impl::Pair pair) override {
    if (!serves(impl::TxnKind::block)) return next().ensure_pair(pair);
    if (!rows_.empty()) return;
    for (auto const& each : {first_, second_}) {
      next().ensure_pair(each);
      rows_[each] = next().lock_pair(each);
    }
  }
  impl::PairRow lock_pair(impl::Pair pair) override {
    return serves(impl::TxnKind::block) ? rows_.at(pair) : next().lock_pair(pair);
  }

 private:
  impl::Pair first_;
  impl::Pair second_;
  std::map<impl::Pair, impl::PairRow> rows_;
};

/// A change reads the end of the log FOR SHARE, as a post does, and increments it afterwards.
class SharesSeqBeforeItIncrements : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  void save_pair(impl::Pair pair, impl::PairRow row) override {
    (void)next().lock_token();
    next().save_pair(pair, row);
  }
};

}  // namespace

std::vector<Mutant> locking_mutants() {
  return {
      {.name = "checks_block_before_lock",
       .breaks = "R8",
       .what = "follow reads the block table before it locks the pair",
       .killed_by = "sql.no_relation_between_blocked",
       .race = true,
       .truth = &wrap<MutatedTruth<ChecksBlockBeforeLock>, impl::TruthStore>},
      {.name = "locks_in_call_order",
       .breaks = "R7",
       .what = "block locks its two pairs in the order of its arguments",
       .killed_by = "no_deadlock",
       .race = true,
       .truth = &wrap<MutatedTruth<LocksInCallOrder>, impl::TruthStore>},
      {.name = "shares_seq_before_it_increments",
       .breaks = "R7",
       .what = "a change takes event_seq FOR SHARE before it increments",
       .killed_by = "no_deadlock",
       .race = true,
       .truth = &wrap<MutatedTruth<SharesSeqBeforeItIncrements>, impl::TruthStore>},
      {.name = "reads_pair_without_lock",
       .breaks = "R7",
       .what = "the pair is read without FOR UPDATE",
       .killed_by = "no_defect",
       .race = true,
       .statements =
           {{"lock_pair",
             "SELECT state, version FROM relation WHERE follower = $1 AND followee = $2"}}},
  };
}

}  // namespace properties::mutants
