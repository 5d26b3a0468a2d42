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

class RebuildsByDelete : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  void lock_projection() override {}
};

class MarksNothingServing : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  void mark_serving() override {}
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
      {.name = "rebuild_keeps_seen",
       .breaks = "P5",
       .what = "rebuild empties the view but remembers what was received",
       .killed_by = "projection_converges",
       .statements = {{"clear_projection", R"sql(
           WITH followers AS (DELETE FROM proj_follower),
                counts AS (DELETE FROM proj_count)
           UPDATE proj_watermark SET applied_upto = 0, serving = false WHERE id = 1)sql"}}},
      {.name = "marks_nothing_serving",
       .breaks = "P6",
       .what = "a clean certification does not put the view back into service",
       .killed_by = "serving_follows_certificate",
       .projection = &wrap<MutatedProjection<MarksNothingServing>, impl::ProjectionStore>},
      {.name = "rebuilds_by_delete",
       .breaks = "P5",
       .what = "rebuild empties the tables beside consumers in flight",
       .killed_by = "sql.count_equals_active_rows",
       .race = true,
       .projection = &wrap<MutatedProjection<RebuildsByDelete>, impl::ProjectionStore>},
  };
}

}  // namespace properties::mutants
