#pragma once

#include <memory>
#include <vector>

#include "impl/ports/projection_store.hpp"
#include "impl/postgres/pool.hpp"

namespace impl::postgres {

/// The projection in PostgreSQL. Any thread; each call or transaction holds one connection.
class PgProjectionStore : public ProjectionStore {
 public:
  explicit PgProjectionStore(ConnectionPool& pool) : pool_{pool} {}
  std::unique_ptr<ProjectionTxn> begin(TxnKind kind) override;
  std::vector<RelationEvent> fetch_events(Seq after, int limit) override;
  Seq read_watermark() override;
  Seq read_last_seq() override;

 private:
  ConnectionPool& pool_;
};

}  // namespace impl::postgres
