#include "impl/service/relation_service.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "impl/domain/decide.hpp"
#include "impl/domain/words.hpp"
#include "impl/log/log.hpp"

namespace impl {

namespace {

WriteResult rejected(Reason reason) { return {Outcome::rejected, reason, {}, {}}; }

PairRow ensure_and_lock(TruthTxn& txn, Pair pair) {
  txn.ensure_pair(pair);
  return txn.lock_pair(pair);
}

Change write_change(TruthTxn& txn, Pair pair, PairRow const& next) {
  txn.save_pair(pair, next);
  Seq const seq = txn.next_seq();
  txn.append_event({seq, pair, next});
  return {pair, next, seq};
}

/// Carries out what was decided about a pair whose row is locked.
WriteResult settle(TruthTxn& txn, Pair pair, PairRow const& row, Transition const& transition) {
  if (!transition.next) return {transition.outcome, transition.reason, row, {}};
  return {transition.outcome,
          transition.reason,
          *transition.next,
          {write_change(txn, pair, *transition.next)}};
}

void log_answer(TxnKind kind, WriteResult const& answer) {
  if (!log_enabled(LogLevel::info)) return;
  auto line = fmt::format("op={} outcome={} reason={}", word(kind), word(answer.outcome),
                          word(answer.reason));
  for (auto const& change : answer.changes) {
    fmt::format_to(std::back_inserter(line), " seq={} follower={} followee={} state={} version={}",
                   change.seq.value(), change.pair.follower.value(), change.pair.followee.value(),
                   word(change.row.state), change.row.version.value());
  }
  log(LogLevel::info, line);
}

/// Counts and logs an answer; a failure was noted where it was caught.
Result<WriteResult> noted(TxnKind kind, Metrics& metrics, Result<WriteResult> result) {
  if (!result) return result;
  metrics.count_outcome(kind, result->outcome);
  log_answer(kind, *result);
  return result;
}

/// The body of block(): both relations are locked in the order of R7 before anything is written.
WriteResult block_locked(TruthTxn& txn, UserId blocker, UserId blocked) {
  Pair const permission{blocked, blocker};
  std::array<Pair, 2> pairs{Pair{blocker, blocked}, permission};
  if (pairs[1] < pairs[0]) std::swap(pairs[0], pairs[1]);
  std::array<PairRow, 2> rows{};
  for (std::size_t i = 0; i < 2; ++i) rows[i] = ensure_and_lock(txn, pairs[i]);

  bool const inserted = txn.insert_block(blocker, blocked);
  WriteResult answer;
  for (std::size_t i = 0; i < 2; ++i) {
    if (auto const next = decide_removal(rows[i])) {
      answer.changes.push_back(write_change(txn, pairs[i], *next));
      rows[i] = *next;
    }
  }
  bool const changed = inserted || !answer.changes.empty();
  answer.outcome = changed ? Outcome::changed : Outcome::noop;
  answer.reason = changed ? Reason::none : Reason::already_blocked;
  answer.present = pairs[0] == permission ? rows[0] : rows[1];
  return answer;
}

}  // namespace

Result<WriteResult> RelationService::follow(UserId follower, UserId followee) {
  if (follower == followee) {
    return noted(TxnKind::follow, runtime_.metrics, rejected(Reason::self));
  }
  auto const body = [&](TruthTxn& txn) {
    auto const followee_private = txn.lock_followee(follower, followee);
    if (!followee_private) return rejected(Reason::unknown);
    Pair const pair{follower, followee};
    auto const row = ensure_and_lock(txn, pair);
    // After the row's lock (R8): a block of this pair needs the same lock, so none can slip in
    // between this read and COMMIT.
    bool const blocked = txn.check_block(follower, followee);
    return settle(txn, pair, row, decide_follow(row, *followee_private, blocked));
  };
  return noted(TxnKind::follow, runtime_.metrics,
               transact(store_, TxnKind::follow, runtime_, body));
}

Result<WriteResult> RelationService::unfollow(UserId follower, UserId followee) {
  if (follower == followee) {
    return noted(TxnKind::unfollow, runtime_.metrics,
                 WriteResult{Outcome::noop, Reason::already_removed, {}, {}});
  }
  auto const body = [&](TruthTxn& txn) {
    if (!txn.check_accounts(follower, followee)) return rejected(Reason::unknown);
    Pair const pair{follower, followee};
    auto const row = ensure_and_lock(txn, pair);
    return settle(txn, pair, row, decide_unfollow(row));
  };
  return noted(TxnKind::unfollow, runtime_.metrics,
               transact(store_, TxnKind::unfollow, runtime_, body));
}

Result<WriteResult> RelationService::decide(UserId decider, UserId requester, bool accept) {
  if (decider == requester) {
    return noted(TxnKind::decide, runtime_.metrics, rejected(Reason::not_pending));
  }
  auto const body = [&](TruthTxn& txn) {
    if (!txn.check_accounts(requester, decider)) return rejected(Reason::unknown);
    Pair const pair{requester, decider};
    auto const row = ensure_and_lock(txn, pair);
    return settle(txn, pair, row, decide_request(row, accept));
  };
  return noted(TxnKind::decide, runtime_.metrics,
               transact(store_, TxnKind::decide, runtime_, body));
}

Result<WriteResult> RelationService::block(UserId blocker, UserId blocked) {
  if (blocker == blocked) return noted(TxnKind::block, runtime_.metrics, rejected(Reason::self));
  auto const body = [&](TruthTxn& txn) {
    if (!txn.check_accounts(blocker, blocked)) return rejected(Reason::unknown);
    return block_locked(txn, blocker, blocked);
  };
  return noted(TxnKind::block, runtime_.metrics, transact(store_, TxnKind::block, runtime_, body));
}

Result<WriteResult> RelationService::unblock(UserId blocker, UserId blocked) {
  if (blocker == blocked) {
    return noted(TxnKind::unblock, runtime_.metrics,
                 WriteResult{Outcome::noop, Reason::not_blocked, {}, {}});
  }
  auto const body = [&](TruthTxn& txn) {
    if (!txn.check_accounts(blocker, blocked)) return rejected(Reason::unknown);
    // The pair's lock puts unblock in one order with block and follow (R8).
    auto const row = ensure_and_lock(txn, Pair{blocked, blocker});
    bool const deleted = txn.delete_block(blocker, blocked);
    return WriteResult{deleted ? Outcome::changed : Outcome::noop,
                       deleted ? Reason::none : Reason::not_blocked,
                       row,
                       {}};
  };
  return noted(TxnKind::unblock, runtime_.metrics,
               transact(store_, TxnKind::unblock, runtime_, body));
}

Result<WriteResult> RelationService::post(Post const& post, TokenRead token) {
  auto const body = [&](TruthTxn& txn) {
    if (!txn.check_accounts(post.author, post.author)) return rejected(Reason::unknown);
    Post stored = post;
    stored.acl_token = token == TokenRead::locking ? txn.lock_token() : txn.read_token();
    txn.insert_post(stored);
    return WriteResult{Outcome::changed, Reason::none, {}, {}};
  };
  return noted(TxnKind::post, runtime_.metrics, transact(store_, TxnKind::post, runtime_, body));
}

}  // namespace impl
