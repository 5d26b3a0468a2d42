#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "impl/domain/projection.hpp"
#include "impl/domain/write_result.hpp"
#include "impl/ports/txn_kind.hpp"

namespace impl {

/// Counters of a running service. Every member may be read and written from any thread.
class Metrics {
 public:
  /// An answered write.
  void count_outcome(TxnKind kind, Outcome outcome);
  void count_verdict(ApplyVerdict verdict);
  /// A transaction that is about to be tried again.
  void count_retry() { ++retries_; }
  /// An operation that ended without an answer, by Failure::Kind.
  void count_in_doubt() { ++in_doubt_; }
  void count_unavailable() { ++unavailable_; }
  void count_defect() { ++defects_; }
  /// The watermark and the end of the log, as the caller saw them at about the same time.
  void observe_watermark(Seq watermark, Seq last);

  [[nodiscard]] std::int64_t outcomes(TxnKind kind, Outcome outcome) const;
  [[nodiscard]] std::int64_t verdicts(ApplyVerdict verdict) const;
  [[nodiscard]] std::int64_t retries() const { return retries_; }
  [[nodiscard]] std::int64_t in_doubt() const { return in_doubt_; }
  [[nodiscard]] std::int64_t unavailable() const { return unavailable_; }
  [[nodiscard]] std::int64_t defects() const { return defects_; }
  /// Events committed but not yet covered by the watermark, when last observed.
  [[nodiscard]] std::int64_t watermark_lag() const { return watermark_lag_; }

 private:
  std::array<std::array<std::atomic<std::int64_t>, 3>, kTxnKinds> outcomes_{};
  std::array<std::atomic<std::int64_t>, 3> verdicts_{};
  std::atomic<std::int64_t> retries_{0};
  std::atomic<std::int64_t> in_doubt_{0};
  std::atomic<std::int64_t> unavailable_{0};
  std::atomic<std::int64_t> defects_{0};
  std::atomic<std::int64_t> watermark_lag_{0};
};

}  // namespace impl
