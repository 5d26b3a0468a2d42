#include <optional>
#include <vector>

#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

class NoopWritesEvent : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  impl::PairRow lock_pair(impl::Pair pair) override {
    pair_ = pair;
    row_ = next().lock_pair(pair);
    return row_;
  }
  void commit() override {
    if (serves(impl::TxnKind::follow) && row_.state != impl::RelationState::removed) {
      impl::PairRow const again{row_.state, row_.version.next()};
      next().append_event(impl::RelationEvent{next().next_seq(), pair_, again});
    }
    next().commit();
  }

 private:
  impl::Pair pair_;
  impl::PairRow row_;
};

/// The event goes out in a transaction of its own, once the change is committed.
class EventAfterCommit : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  void append_event(impl::RelationEvent const& event) override { late_.push_back(event); }
  void commit() override {
    next().commit();
    release();
    if (late_.empty()) return;
    auto second = store().begin(impl::TxnKind::follow);
    for (auto const& event : late_) second->append_event(event);
    second->commit();
  }

 private:
  std::vector<impl::RelationEvent> late_;
};

/// event_seq for those who read it; for those who reset it, still a table.
constexpr char const* kLastOfSequence = R"sql(
    CREATE SEQUENCE plain_seq;
    ALTER TABLE event_seq RENAME TO event_seq_unread;
    CREATE VIEW event_seq AS
        SELECT 1 AS id, coalesce(pg_sequence_last_value('plain_seq'), 0) AS last;
    CREATE RULE reset AS ON UPDATE TO event_seq DO INSTEAD
        UPDATE event_seq_unread SET last = NEW.last WHERE id = NEW.id)sql";

}  // namespace

std::vector<Mutant> event_log_mutants() {
  return {
      {.name = "noop_writes_event",
       .breaks = "R2",
       .what = "following again, without a change, writes an event",
       .killed_by = "every_change_has_one_event",
       .truth = &wrap<MutatedTruth<NoopWritesEvent>, impl::TruthStore>},
      {.name = "event_after_commit",
       .breaks = "R2",
       .what = "the event is written after the change has been committed",
       .killed_by = "sql.latest_event_equals_row",
       .truth = &wrap<MutatedTruth<EventAfterCommit>, impl::TruthStore>},
      {.name = "plain_sequence",
       .breaks = "R6",
       .what = "seqs come from a sequence, which neither waits nor rolls back",
       .killed_by = "seq_order_is_commit_order",
       .race = true,
       .statements = {{"next_seq", "SELECT nextval('plain_seq')"}},
       .schema = kLastOfSequence,
       .reset = "SELECT setval('plain_seq', 1, false)"},
  };
}

}  // namespace properties::mutants
