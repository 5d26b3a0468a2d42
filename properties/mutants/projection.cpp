#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

using harness::ForwardingProjectionTxn;

/// The source document's 30-G: neither dedupes nor compares versions.
class AppliesInArrivalOrder : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  bool mark_seen(impl::Seq seq) override {
    (void)next().mark_seen(seq);
    return true;
  }
  impl::PairRow lock_row(impl::Pair pair) override {
    return impl::PairRow{next().lock_row(pair).state, impl::Version{-1}};
  }
};

class CountsByEventKind : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  void replace_row(impl::Pair pair, impl::PairRow row) override {
    next().replace_row(pair, row);
    next().add_count(pair.followee, row.state == impl::RelationState::active ? 1 : -1);
  }
  void add_count(impl::UserId, int) override {}
};

/// One UPDATE that both looks at proj_seen and moves the watermark: it waits for the lock with
/// the snapshot it took before.
class WatermarkInOneStatement : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  impl::Seq lock_watermark() override { return impl::Seq{0}; }
  impl::Seq seen_prefix(impl::Seq from) override { return from.next(); }
};

class RebuildsByDelete : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  void lock_projection() override {}
};

}  // namespace

std::vector<Mutant> projection_mutants() {
  return {
      {.name = "applies_in_arrival_order",
       .breaks = "P2",
       .what = "the consumer takes every delivery as the newest",
       .killed_by = "projection_verdicts",
       .projection = &wrap<MutatedProjection<AppliesInArrivalOrder>, impl::ProjectionStore>},
      {.name = "counts_by_event_kind",
       .breaks = "P2",
       .what = "the count moves by the event's kind, not by what changed",
       .killed_by = "sql.count_equals_active_rows",
       .projection = &wrap<MutatedProjection<CountsByEventKind>, impl::ProjectionStore>},
      {.name = "watermark_without_lock",
       .breaks = "P3",
       .what = "the watermark is read without FOR UPDATE",
       .killed_by = "watermark_never_left_behind",
       .race = true,
       .statements = {{"lock_watermark", "SELECT applied_upto FROM proj_watermark WHERE id = 1"}}},
      {.name = "watermark_in_one_statement",
       .breaks = "P3",
       .what = "one statement both looks for the seen prefix and moves the watermark",
       .killed_by = "watermark_never_left_behind",
       .race = true,
       .projection = &wrap<MutatedProjection<WatermarkInOneStatement>, impl::ProjectionStore>,
       .statements = {{"save_watermark", R"sql(
           UPDATE proj_watermark SET applied_upto = (
             WITH RECURSIVE prefix (seq) AS (
               SELECT applied_upto
               UNION ALL
               SELECT s.seq FROM prefix p JOIN proj_seen s ON s.seq = p.seq + 1)
             SELECT max(seq) FROM prefix)
           WHERE id = 1 AND $1::bigint > 0)sql"}}},
      {.name = "watermark_jumps_gaps",
       .breaks = "P3",
       .what = "the watermark is the highest seq seen",
       .killed_by = "sql.watermark_within_seen_prefix",
       .statements = {{"seen_prefix",
                       "SELECT greatest($1::bigint, (SELECT max(seq) FROM proj_seen))"}}},
      {.name = "rebuilds_by_delete",
       .breaks = "P5",
       .what = "rebuild empties the tables beside consumers in flight",
       .killed_by = "sql.count_equals_active_rows",
       .race = true,
       .projection = &wrap<MutatedProjection<RebuildsByDelete>, impl::ProjectionStore>},
  };
}

}  // namespace properties::mutants
