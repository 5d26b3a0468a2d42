#pragma once

#include <utility>

#include "impl/domain/relation.hpp"
#include "impl/postgres/pool.hpp"

namespace impl::postgres {

/// A transaction on a borrowed connection. Rolled back when it goes without commit().
class PgTransaction {
 public:
  PgTransaction(Lease lease, Statement const& begin) : lease_{std::move(lease)} {
    lease_->begin(begin);
  }
  PgTransaction(PgTransaction const&) = delete;
  PgTransaction& operator=(PgTransaction const&) = delete;
  ~PgTransaction() { rollback(); }

  template <class... Values>
  Rows execute(Statement const& statement, Values const&... values) {
    return lease_->execute(statement, values...);
  }
  /// The same for a statement that must reach exactly one row; else StatementFailed.
  template <class... Values>
  Rows execute_one(Statement const& statement, Values const&... values) {
    auto rows = lease_->execute(statement, values...);
    require_one(statement, rows);
    return rows;
  }
  void commit() { lease_->commit(); }
  void rollback() noexcept { lease_->rollback(); }

 private:
  static void require_one(Statement const& statement, Rows const& rows);

  Lease lease_;
};

/// Columns `column` and `column + 1`: state and version.
[[nodiscard]] PairRow read_pair_row(Rows const& rows, int row, int column);

}  // namespace impl::postgres
