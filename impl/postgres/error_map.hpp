#pragma once

#include <string>

namespace impl::postgres {

/// How a statement failed.
struct StatementError {
  std::string sqlstate;  ///< Empty when the server did not say.
  std::string message;
  bool connection_gone{false};
  bool committing{false};  ///< The statement was COMMIT, and it was sent.
};

/// True for the states after which the server ends the session: class 08, 57P01 … 57P05.
[[nodiscard]] bool ends_session(std::string const& sqlstate);

/// Throws the StoreError that `error` stands for.
[[noreturn]] void throw_store_error(StatementError const& error);

}  // namespace impl::postgres
