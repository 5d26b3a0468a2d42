#include "impl/postgres/error_map.hpp"

#include "impl/ports/store_error.hpp"

namespace impl::postgres {

bool ends_session(std::string const& sqlstate) {
  return sqlstate.starts_with("08") || sqlstate.starts_with("57P0");
}

void throw_store_error(StatementError const& error) {
  if (error.connection_gone || ends_session(error.sqlstate)) {
    // Also when the server said why it left: it may have committed before it did.
    if (error.committing) throw CommitInDoubt{error.message};
    throw ConnectionLost{error.message};
  }
  if (error.sqlstate == "40P01" || error.sqlstate == "40001") {
    throw TransactionConflict{error.sqlstate, error.message};
  }
  throw StatementFailed{error.sqlstate, error.message};
}

}  // namespace impl::postgres
