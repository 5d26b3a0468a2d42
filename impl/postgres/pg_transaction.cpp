#include "impl/postgres/pg_transaction.hpp"

#include <fmt/format.h>

#include "impl/ports/store_error.hpp"

namespace impl::postgres {

void PgTransaction::require_one(Statement const& statement, Rows const& rows) {
  if (rows.affected() == 1) return;
  throw StatementFailed{"02000", fmt::format("{}: expected to reach 1 row, reached {}",
                                             statement.name, rows.affected())};
}

PairRow read_pair_row(Rows const& rows, int row, int column) {
  return {rows.state(row, column), Version{rows.integer(row, column + 1)}};
}

}  // namespace impl::postgres
