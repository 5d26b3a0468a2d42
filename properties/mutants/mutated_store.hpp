#pragma once

#include <memory>

#include "properties/harness/forwarding.hpp"

namespace properties::mutants {

/// A store whose transactions are wrapped. `Txn` is made from (next transaction, kind, store).
template <class Txn>
class MutatedTruth : public impl::TruthStore {
 public:
  explicit MutatedTruth(impl::TruthStore& next) : next_{next} {}
  std::unique_ptr<impl::TruthTxn> begin(impl::TxnKind kind) override {
    return std::make_unique<Txn>(next_.begin(kind), kind, next_);
  }

 private:
  impl::TruthStore& next_;
};

template <class Txn>
class MutatedProjection : public harness::ForwardingProjectionStore {
 public:
  using ForwardingProjectionStore::ForwardingProjectionStore;
  std::unique_ptr<impl::ProjectionTxn> begin(impl::TxnKind kind) override {
    return std::make_unique<Txn>(next().begin(kind));
  }
};

/// A transaction on the truth that knows which operation it serves.
class MutatedTruthTxn : public harness::ForwardingTruthTxn {
 public:
  MutatedTruthTxn(std::unique_ptr<impl::TruthTxn> next, impl::TxnKind kind, impl::TruthStore& store)
      : ForwardingTruthTxn{std::move(next)}, kind_{kind}, store_{store} {}

 protected:
  [[nodiscard]] bool serves(impl::TxnKind kind) const { return kind_ == kind; }
  [[nodiscard]] impl::TruthStore& store() { return store_; }

 private:
  impl::TxnKind kind_;
  impl::TruthStore& store_;
};

}  // namespace properties::mutants
