#include "impl/service/projector.hpp"

#include <fmt/format.h>

#include "impl/domain/words.hpp"
#include "impl/log/log.hpp"

namespace impl {

namespace {

constexpr int kBatch = 500;

int followers(RelationState state) { return state == RelationState::active ? 1 : 0; }

/// From the replaced state and the new one (P2): an event's kind does not say what it replaces.
int count_delta(RelationState replaced, RelationState accepted) {
  return followers(accepted) - followers(replaced);
}

ApplyVerdict replace_if_newer(ProjectionTxn& txn, RelationEvent const& event) {
  txn.ensure_row(event.pair);
  PairRow const row = txn.lock_row(event.pair);
  if (event.row.version <= row.version) return ApplyVerdict::stale;
  txn.replace_row(event.pair, event.row);
  int const delta = count_delta(row.state, event.row.state);
  if (delta != 0) txn.add_count(event.pair.followee, delta);
  return ApplyVerdict::applied;
}

/// First the lock, then the look (P3). Of two consumers that marked 1 and 2, the later holder of
/// the lock looks in a new statement and sees both; one UPDATE that did both would look with the
/// snapshot it took before it waited, and stay behind.
void advance_watermark(ProjectionTxn& txn) {
  Seq const from = txn.lock_watermark();
  Seq const reached = txn.seen_prefix(from);
  if (reached > from) txn.save_watermark(reached);
}

void log_verdict(RelationEvent const& event, ApplyVerdict verdict) {
  if (!log_enabled(LogLevel::info)) return;
  log(LogLevel::info,
      fmt::format("op=apply verdict={} seq={} follower={} followee={} state={} version={}",
                  word(verdict), event.seq.value(), event.pair.follower.value(),
                  event.pair.followee.value(), word(event.row.state), event.row.version.value()));
}

void log_diff(char const* operation, ProjectionDiff const& diff) {
  if (!log_enabled(LogLevel::info)) return;
  log(LogLevel::info,
      fmt::format("op={} resurrected={} missing={} wrong_counts={} watermark={} last={}", operation,
                  diff.resurrected, diff.missing, diff.wrong_counts, diff.watermark.value(),
                  diff.last.value()));
}

}  // namespace

Result<ApplyVerdict> Projector::apply(RelationEvent const& event) {
  auto const body = [&](ProjectionTxn& txn) {
    if (!txn.mark_seen(event.seq)) return ApplyVerdict::dup;
    auto const verdict = replace_if_newer(txn, event);
    advance_watermark(txn);
    return verdict;
  };
  auto const result = transact(store_, TxnKind::apply, runtime_, body);
  if (result) {
    runtime_.metrics.count_verdict(*result);
    log_verdict(event, *result);
  }
  return result;
}

Result<std::int64_t> Projector::catch_up() {
  std::int64_t delivered = 0;
  try {
    for (Seq from = store_.read_watermark();;) {
      auto const events = store_.fetch_events(from, kBatch);
      if (events.empty()) {
        runtime_.metrics.observe_watermark(from, store_.read_last_seq());
        return delivered;
      }
      for (auto const& event : events) {
        if (auto const verdict = apply(event); !verdict) return verdict.failure();
        ++delivered;
      }
      Seq const reached = store_.read_watermark();
      runtime_.metrics.observe_watermark(reached, store_.read_last_seq());
      if (reached == from) return delivered;  // A gap in the log: the watermark tells (P7).
      from = reached;
    }
  } catch (StoreError const& error) {
    return give_up(error, "catch_up", runtime_.metrics);
  }
}

Result<bool> Projector::rebuild() {
  auto const body = [](ProjectionTxn& txn) {
    txn.lock_projection();
    txn.clear_projection();
    return true;
  };
  auto const result = transact(store_, TxnKind::rebuild, runtime_, body);
  if (result) log(LogLevel::info, "op=rebuild cleared=true");
  return result;
}

Result<ProjectionDiff> Projector::diff() {
  auto const body = [](ProjectionTxn& txn) { return txn.read_diff(); };
  auto const result = transact(store_, TxnKind::diff, runtime_, body);
  if (result) {
    runtime_.metrics.observe_watermark(result->watermark, result->last);
    log_diff("diff", *result);
  }
  return result;
}

Result<ProjectionDiff> Projector::certify() {
  auto const body = [](ProjectionTxn& txn) {
    // A rebuild needs the watermark's row too: it comes before the diff, or after the mark.
    txn.lock_watermark();
    auto const diff = txn.read_diff();
    if (diff.clean()) txn.mark_serving();
    return diff;
  };
  auto const result = transact(store_, TxnKind::certify, runtime_, body);
  if (result) {
    runtime_.metrics.observe_watermark(result->watermark, result->last);
    log_diff("certify", *result);
  }
  return result;
}

}  // namespace impl
