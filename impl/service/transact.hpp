#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "impl/domain/result.hpp"
#include "impl/ports/backoff.hpp"
#include "impl/ports/store_error.hpp"
#include "impl/ports/txn_kind.hpp"
#include "impl/service/metrics.hpp"

namespace impl {

/// What every service needs to run its transactions.
struct Runtime {
  Backoff& backoff;
  Metrics& metrics;
  int attempts{5};  ///< How often a transaction is tried in all.
};

/// What a failed attempt means for the next one.
enum class Next { try_again, give_up };

/// Translates a StoreError that ends `operation`, counts and logs it.
[[nodiscard]] Failure give_up(StoreError const& error, char const* operation, Metrics& metrics);

/// Says whether another attempt makes sense: only for a conflict, or a connection lost before
/// COMMIT, and only below the bound. Counts and logs the retry, or else the end in `failure`.
Next note_failure(StoreError const& error, TxnKind kind, int attempt, Runtime const& runtime,
                  Failure& failure);

/// Runs `body(txn)` and COMMIT, as a whole again after 40P01/40001 or a connection that broke
/// before COMMIT. A commit in doubt is reported and never tried again. A failed attempt is rolled
/// back before the wait. What is not a StoreError passes through; the transaction is rolled back.
template <class Store, class Body>
auto transact(Store& store, TxnKind kind, Runtime const& runtime, Body const& body)
    -> Result<std::invoke_result_t<Body const&, decltype(*store.begin(kind))>> {
  Failure failure;
  for (int attempt = 1;; ++attempt) {
    decltype(store.begin(kind)) txn;
    Next next;
    try {
      txn = store.begin(kind);
      auto answer = body(*txn);
      txn->commit();
      return answer;
    } catch (StoreError const& error) {
      next = note_failure(error, kind, attempt, runtime, failure);
    }
    // Outside the handler: ROLLBACK is a round trip, and no wait may happen while an exception
    // is being handled (a thread may run other work meanwhile, see postgres/wait.hpp).
    if (txn) txn->rollback();
    if (next == Next::give_up) return failure;
    txn.reset();
    runtime.backoff.wait(attempt);
  }
}

}  // namespace impl
