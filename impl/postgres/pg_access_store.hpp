#pragma once

#include "impl/ports/access_store.hpp"
#include "impl/postgres/pool.hpp"

namespace impl::postgres {

/// The access check's reads in PostgreSQL. Any thread; each call holds one connection.
class PgAccessStore : public AccessStore {
 public:
  explicit PgAccessStore(ConnectionPool& pool) : pool_{pool} {}
  std::optional<Post> load_post(PostId id) override;
  bool check_block(UserId a, UserId b) override;
  TruthView read_truth(Pair pair) override;
  ProjectionView read_projection(Pair pair) override;
  Seq read_last_seq() override;

 private:
  ConnectionPool& pool_;
};

}  // namespace impl::postgres
