#include "impl/postgres/rows.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <charconv>

#include "impl/domain/words.hpp"
#include "impl/ports/store_error.hpp"

namespace impl::postgres {

namespace {

// SQLSTATEs of the server for the same complaints.
constexpr char const* kNoData = "02000";
constexpr char const* kInvalidText = "22P02";

std::int64_t parse_integer(std::string_view text) {
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw StatementFailed{kInvalidText, fmt::format("expected an integer, got '{}'", text)};
  }
  return value;
}

}  // namespace

void FreeResult::operator()(pg_result* result) const { PQclear(result); }

int Rows::size() const { return PQntuples(result_.get()); }

std::string_view Rows::text(int row, int column) const {
  if (row >= size() || column >= PQnfields(result_.get())) {
    throw StatementFailed{kNoData,
                          fmt::format("expected row {} and column {}, got {} rows of {}", row + 1,
                                      column + 1, size(), PQnfields(result_.get()))};
  }
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Rows::integer(int row, int column) const { return parse_integer(text(row, column)); }

bool Rows::boolean(int row, int column) const {
  auto const word = text(row, column);
  if (word == "t") return true;
  if (word == "f") return false;
  throw StatementFailed{kInvalidText, fmt::format("expected a boolean, got '{}'", word)};
}

RelationState Rows::state(int row, int column) const {
  auto const word = text(row, column);
  if (auto const state = decode_relation_state(word)) return *state;
  throw StatementFailed{kInvalidText, fmt::format("expected a relation state, got '{}'", word)};
}

std::int64_t Rows::affected() const {
  std::string_view const count = PQcmdTuples(result_.get());
  return count.empty() ? 0 : parse_integer(count);
}

std::string_view Rows::command() const { return PQcmdStatus(result_.get()); }

}  // namespace impl::postgres
