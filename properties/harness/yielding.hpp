#pragma once

#include <memory>
#include <vector>

#include "impl/ports/access_store.hpp"
#include "impl/ports/projection_store.hpp"
#include "impl/ports/truth_store.hpp"
#include "properties/harness/gate.hpp"

/// The stores of one session with every port call made a step. The services cannot tell.
namespace properties::harness {

class YieldingTruthStore : public impl::TruthStore {
 public:
  YieldingTruthStore(impl::TruthStore& next, Gate& gate) : next_{next}, gate_{gate} {}
  std::unique_ptr<impl::TruthTxn> begin(impl::TxnKind kind) override;

 private:
  impl::TruthStore& next_;
  Gate& gate_;
};

class YieldingProjectionStore : public impl::ProjectionStore {
 public:
  YieldingProjectionStore(impl::ProjectionStore& next, Gate& gate) : next_{next}, gate_{gate} {}
  std::unique_ptr<impl::ProjectionTxn> begin(impl::TxnKind kind) override;
  std::vector<impl::RelationEvent> fetch_events(impl::Seq after, int limit) override;
  impl::Seq read_watermark() override;
  impl::Seq read_last_seq() override;

 private:
  impl::ProjectionStore& next_;
  Gate& gate_;
};

class YieldingAccessStore : public impl::AccessStore {
 public:
  YieldingAccessStore(impl::AccessStore& next, Gate& gate) : next_{next}, gate_{gate} {}
  std::optional<impl::Post> load_post(impl::PostId id) override;
  bool check_block(impl::UserId a, impl::UserId b) override;
  impl::TruthView read_truth(impl::Pair pair) override;
  impl::ProjectionView read_projection(impl::Pair pair) override;
  impl::Seq read_last_seq() override;

 private:
  impl::AccessStore& next_;
  Gate& gate_;
};

}  // namespace properties::harness
