#pragma once

#include <memory>

#include "impl/ports/truth_store.hpp"
#include "impl/postgres/pool.hpp"

namespace impl::postgres {

/// The truth in PostgreSQL. Any thread; each transaction holds one connection of the pool.
class PgTruthStore : public TruthStore {
 public:
  explicit PgTruthStore(ConnectionPool& pool) : pool_{pool} {}
  std::unique_ptr<TruthTxn> begin(TxnKind kind) override;

 private:
  ConnectionPool& pool_;
};

}  // namespace impl::postgres
