#include "impl/service/metrics.hpp"

#include <algorithm>

namespace impl {

namespace {

template <class Enum>
std::size_t index(Enum value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

void Metrics::count_outcome(TxnKind kind, Outcome outcome) {
  ++outcomes_.at(index(kind)).at(index(outcome));
}

void Metrics::count_verdict(ApplyVerdict verdict) { ++verdicts_.at(index(verdict)); }

void Metrics::observe_watermark(Seq watermark, Seq last) {
  // The two may come from two statements: an event applied in between makes the lag negative.
  watermark_lag_ = std::max<std::int64_t>(0, last.value() - watermark.value());
}

std::int64_t Metrics::outcomes(TxnKind kind, Outcome outcome) const {
  return outcomes_.at(index(kind)).at(index(outcome));
}

std::int64_t Metrics::verdicts(ApplyVerdict verdict) const { return verdicts_.at(index(verdict)); }

}  // namespace impl
