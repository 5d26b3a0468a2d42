#pragma once

#include <memory>
#include <string>
#include <vector>

#include "impl/ports/projection_store.hpp"
#include "impl/ports/truth_store.hpp"

namespace impl::tests {

/// The names of the steps taken, in order.
using Steps = std::vector<std::string>;

/// Passes every step on and notes its name.
class RecordingTruthStore : public TruthStore {
 public:
  RecordingTruthStore(TruthStore& next, Steps& steps) : next_{next}, steps_{steps} {}
  std::unique_ptr<TruthTxn> begin(TxnKind kind) override;

 private:
  TruthStore& next_;
  Steps& steps_;
};

class RecordingProjectionStore : public ProjectionStore {
 public:
  RecordingProjectionStore(ProjectionStore& next, Steps& steps) : next_{next}, steps_{steps} {}
  std::unique_ptr<ProjectionTxn> begin(TxnKind kind) override;
  std::vector<RelationEvent> fetch_events(Seq after, int limit) override;
  Seq read_watermark() override;
  Seq read_last_seq() override;

 private:
  ProjectionStore& next_;
  Steps& steps_;
};

}  // namespace impl::tests
