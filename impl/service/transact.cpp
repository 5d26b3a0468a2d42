#include "impl/service/transact.hpp"

#include <fmt/format.h>

#include "impl/log/log.hpp"

namespace impl {

namespace {

Failure::Kind kind_of(StoreError const& error) {
  if (dynamic_cast<CommitInDoubt const*>(&error) != nullptr) return Failure::Kind::in_doubt;
  if (dynamic_cast<StatementFailed const*>(&error) != nullptr) return Failure::Kind::defect;
  return Failure::Kind::unavailable;
}

bool may_try_again(StoreError const& error) {
  return dynamic_cast<TransactionConflict const*>(&error) != nullptr ||
         dynamic_cast<ConnectionLost const*>(&error) != nullptr;
}

void log_failure(LogLevel level, char const* operation, char const* result,
                 StoreError const& error) {
  if (!log_enabled(level)) return;
  log(level, fmt::format("op={} result={} sqlstate={} message=\"{}\"", operation, result,
                         error.sqlstate().empty() ? "none" : error.sqlstate(), error.what()));
}

}  // namespace

Failure give_up(StoreError const& error, char const* operation, Metrics& metrics) {
  auto const kind = kind_of(error);
  switch (kind) {
    case Failure::Kind::unavailable:
      metrics.count_unavailable();
      log_failure(LogLevel::warn, operation, "unavailable", error);
      break;
    case Failure::Kind::in_doubt:
      metrics.count_in_doubt();
      log_failure(LogLevel::warn, operation, "in_doubt", error);
      break;
    case Failure::Kind::defect:
      metrics.count_defect();
      log_failure(LogLevel::error, operation, "defect", error);
      break;
  }
  return {kind, error.sqlstate(), error.what()};
}

Next note_failure(StoreError const& error, TxnKind kind, int attempt, Runtime const& runtime,
                  Failure& failure) {
  if (may_try_again(error) && attempt < runtime.attempts) {
    runtime.metrics.count_retry();
    log_failure(LogLevel::info, word(kind), "retry", error);
    return Next::try_again;
  }
  failure = give_up(error, word(kind), runtime.metrics);
  return Next::give_up;
}

}  // namespace impl
