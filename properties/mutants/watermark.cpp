#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

using harness::ForwardingProjectionTxn;

/// One UPDATE that both looks at proj_seen and moves the watermark: it waits for the lock with
/// the snapshot it took before.
class WatermarkInOneStatement : public ForwardingProjectionTxn {
 public:
  using ForwardingProjectionTxn::ForwardingProjectionTxn;
  impl::Seq lock_watermark() override { return impl::Seq{0}; }
  impl::Seq seen_prefix(impl::Seq from) override { return from.next(); }
};

}  // namespace

std::vector<Mutant> watermark_mutants() {
  return {
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
      {.name = "gaps_count_as_seen",
       .breaks = "P3",
       .what = "who receives an event notes all before it as received",
       .killed_by = "watermark_never_ahead",
       .statements = {{"mark_seen", R"sql(
           WITH earlier AS (
             INSERT INTO proj_seen (seq) SELECT generate_series(1, $1::bigint - 1)
                 ON CONFLICT DO NOTHING)
           INSERT INTO proj_seen (seq) VALUES ($1) ON CONFLICT DO NOTHING)sql"}}},
      {.name = "watermark_steps_over_one",
       .breaks = "P7",
       .what = "the watermark steps over a single event that is missing",
       .killed_by = "loss_stops_watermark",
       .statements = {{"seen_prefix", R"sql(
           WITH RECURSIVE prefix (seq) AS (
             SELECT $1::bigint
             UNION
             SELECT s.seq FROM prefix p JOIN proj_seen s ON s.seq IN (p.seq + 1, p.seq + 2))
           SELECT max(seq) FROM prefix)sql"}}},
  };
}

}  // namespace properties::mutants
