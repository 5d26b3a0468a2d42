#include <set>

#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

using impl::RelationState;

/// block(b,a) sees b→a as REMOVED, so it stays as it is.
class BlockRemovesOneDirection : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  bool check_accounts(impl::UserId a, impl::UserId b) override {
    blocker_ = a;
    return next().check_accounts(a, b);
  }
  impl::PairRow lock_pair(impl::Pair pair) override {
    auto row = next().lock_pair(pair);
    if (serves(impl::TxnKind::block) && pair.follower == blocker_) {
      row.state = RelationState::removed;
    }
    return row;
  }

 private:
  impl::UserId blocker_;
};

class UnblockRestores : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  impl::PairRow lock_pair(impl::Pair pair) override {
    locked_ = next().lock_pair(pair);
    return locked_;
  }
  bool delete_block(impl::UserId blocker, impl::UserId blocked) override {
    bool const deleted = next().delete_block(blocker, blocked);
    if (deleted && locked_.version.value() > 0) restore(impl::Pair{blocked, blocker});
    return deleted;
  }

 private:
  void restore(impl::Pair pair) {
    impl::PairRow const row{RelationState::active, locked_.version.next()};
    next().save_pair(pair, row);
    next().append_event(impl::RelationEvent{next().next_seq(), pair, row});
  }
  impl::PairRow locked_;
};

/// The version starts again at 1 when a removed relation comes back.
class VersionRestarts : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  impl::PairRow lock_pair(impl::Pair pair) override {
    auto const row = next().lock_pair(pair);
    if (row.state == RelationState::removed) removed_.insert(pair);
    return row;
  }
  void save_pair(impl::Pair pair, impl::PairRow row) override {
    next().save_pair(pair, restarted(pair, row));
  }
  void append_event(impl::RelationEvent const& event) override {
    next().append_event(
        impl::RelationEvent{event.seq, event.pair, restarted(event.pair, event.row)});
  }

 private:
  [[nodiscard]] impl::PairRow restarted(impl::Pair pair, impl::PairRow row) const {
    return removed_.contains(pair) ? impl::PairRow{row.state, impl::Version{1}} : row;
  }
  std::set<impl::Pair> removed_;
};

class DecidesWhenNotPending : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  impl::PairRow lock_pair(impl::Pair pair) override {
    auto row = next().lock_pair(pair);
    if (serves(impl::TxnKind::decide)) row.state = RelationState::pending;
    return row;
  }
};

}  // namespace

std::vector<Mutant> relation_mutants() {
  return {
      {.name = "block_removes_one_direction",
       .breaks = "R3",
       .what = "block leaves the blocker's own follow in place",
       .killed_by = "sql.no_relation_between_blocked",
       .truth = &wrap<MutatedTruth<BlockRemovesOneDirection>, impl::TruthStore>},
      {.name = "unblock_restores",
       .breaks = "R4",
       .what = "unblock brings the old follow back",
       .killed_by = "relations_linearize",
       .truth = &wrap<MutatedTruth<UnblockRestores>, impl::TruthStore>},
      {.name = "version_restarts",
       .breaks = "R2",
       .what = "a relation that comes back starts at version 1 again",
       .killed_by = "relations_linearize",
       .truth = &wrap<MutatedTruth<VersionRestarts>, impl::TruthStore>,
       .schema = "ALTER TABLE relation_event "
                 "DROP CONSTRAINT relation_event_follower_followee_version_key"},
      {.name = "decides_when_not_pending",
       .breaks = "R1",
       .what = "decide accepts or refuses what was never asked",
       .killed_by = "relations_linearize",
       .truth = &wrap<MutatedTruth<DecidesWhenNotPending>, impl::TruthStore>},
      {.name = "knows_deleted_accounts",
       .breaks = "R1",
       .what = "a deleted account goes on as if it were there",
       .killed_by = "relations_linearize",
       .statements = {{"check_accounts", R"sql(
            SELECT EXISTS (SELECT FROM account WHERE id = $1)
               AND EXISTS (SELECT FROM account WHERE id = $2))sql"},
                      {"lock_followee", R"sql(
            SELECT private
              FROM account
             WHERE id = $2 AND EXISTS (SELECT FROM account f WHERE f.id = $1)
               FOR SHARE OF account)sql"}}},
  };
}

}  // namespace properties::mutants
