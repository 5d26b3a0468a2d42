#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "properties/harness/pg.hpp"
#include "properties/props/invariants.hpp"

namespace properties::harness {

/// An invariant of the user's that the server does not understand, or that fails as it runs: the
/// reason, and its name where that is known.
class BadInvariant : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How a statement with invariants begins: each table is then read once, whatever number of
/// invariants ask for it, and those that nobody asks for are not read.
[[nodiscard]] std::string_view read_once();

/// The invariant as one more SELECT of such a statement: (!name, NULL, NULL, NULL, NULL, row) for
/// each row that breaks it, the NULLs as bigint and the row as JSON.
[[nodiscard]] std::string select_of(props::Invariant const& invariant);

/// Runs a statement with invariants in it. Throws BadInvariant for what they cannot make of the
/// rows (a division by zero, a cast): their author's fault, not the server's.
[[nodiscard]] Table ask_invariants(Pg& pg, std::string const& statement,
                                   std::vector<std::string> const& parameters = {});

/// Has the server read the invariants one by one. Throws BadInvariant, with the name of the one it
/// does not understand.
void try_each(Pg& pg, std::vector<props::Invariant> const& invariants);

}  // namespace properties::harness
