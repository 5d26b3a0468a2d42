#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace properties::props {

/// When an SQL invariant is run.
enum class When {
  commit,     ///< After every COMMIT, and when all is quiet.
  quiescent,  ///< Only when no session is in flight.
};

/// A claim about the tables: `sql` returns the rows that break it.
struct Invariant {
  std::string name;  ///< The file's name without ".sql"; its property is called "sql.<name>".
  std::string sql;   ///< One SELECT, without its ';'.
  When when{When::quiescent};
  std::string cites;  ///< "R3"; several are joined by commas.
  std::string claim;  ///< One sentence for people.
  std::string file;   ///< Where it stands, for reports.
};

/// The invariants of properties/invariants, by name. They were parsed when the program was built.
[[nodiscard]] std::vector<Invariant> const& all_invariants();

/// Reads one invariant:
///
///     -- relcheck: invariant when=commit severity=safety cites=R3
///     -- Between two users of whom one has blocked the other there is no relation.
///     SELECT …
///
/// `file` gives the invariant its name. The error says file, line, what was expected and what to
/// do. The SQL itself is judged by the server.
[[nodiscard]] std::variant<Invariant, std::string> parse_invariant(std::string_view text,
                                                                   std::string const& file);

/// Whether it names a table of the projection.
[[nodiscard]] bool concerns_projection(Invariant const& invariant);

/// "sql.<name>", as reports and `--property` call it.
[[nodiscard]] std::string property_name(Invariant const& invariant);

}  // namespace properties::props
