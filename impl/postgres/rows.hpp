#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "impl/domain/relation.hpp"

struct pg_result;

namespace impl::postgres {

struct FreeResult {
  void operator()(pg_result* result) const;
};
using ResultHandle = std::unique_ptr<pg_result, FreeResult>;

/// What a statement answered. Reading a value that is not there, or is not of the type asked for,
/// throws StatementFailed: the statement is not the one the code expects.
class Rows {
 public:
  explicit Rows(ResultHandle result) : result_{std::move(result)} {}

  [[nodiscard]] int size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::string_view text(int row, int column) const;
  [[nodiscard]] std::int64_t integer(int row, int column) const;
  [[nodiscard]] bool boolean(int row, int column) const;
  [[nodiscard]] RelationState state(int row, int column) const;
  /// Rows inserted, updated, deleted or selected.
  [[nodiscard]] std::int64_t affected() const;
  /// The server's word for what it did, such as COMMIT or ROLLBACK.
  [[nodiscard]] std::string_view command() const;

 private:
  ResultHandle result_;
};

}  // namespace impl::postgres
