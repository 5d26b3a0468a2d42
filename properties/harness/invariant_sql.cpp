#include "properties/harness/invariant_sql.hpp"

namespace properties::harness {
namespace {

constexpr char const* kReadOnce = R"sql(
WITH account AS MATERIALIZED (SELECT * FROM account),
     relation AS MATERIALIZED (SELECT * FROM relation),
     block AS MATERIALIZED (SELECT * FROM block),
     relation_event AS MATERIALIZED (SELECT * FROM relation_event),
     event_seq AS MATERIALIZED (SELECT * FROM event_seq),
     post AS MATERIALIZED (SELECT * FROM post),
     proj_follower AS MATERIALIZED (SELECT * FROM proj_follower),
     proj_count AS MATERIALIZED (SELECT * FROM proj_count),
     proj_seen AS MATERIALIZED (SELECT * FROM proj_seen),
     proj_watermark AS MATERIALIZED (SELECT * FROM proj_watermark)
)sql";

}  // namespace

std::string_view read_once() { return kReadOnce; }

std::string select_of(props::Invariant const& invariant) {
  return "SELECT '!" + invariant.name +
         "', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, row_to_json(x.*)::text FROM "
         "(" +
         invariant.sql + ") x";
}

Table ask_invariants(Pg& pg, std::string const& statement,
                     std::vector<std::string> const& parameters) {
  try {
    return pg.execute(statement, parameters);
  } catch (StatementRefused const& error) {
    bool const of_data = error.sqlstate().starts_with("22") || error.sqlstate().starts_with("21");
    if (!of_data) throw;
    throw BadInvariant{std::string{"an SQL invariant fails on what the tables hold: "} +
                       error.what() + "; correct its SQL"};
  }
}

void try_each(Pg& pg, std::vector<props::Invariant> const& invariants) {
  for (auto const& invariant : invariants) {
    try {
      pg.prepare("", std::string{kReadOnce} + "SELECT FROM (" + invariant.sql + ") x");
    } catch (EnvironmentError const& error) {
      throw BadInvariant{"the invariant '" + invariant.name +
                         "' does not suit the server: " + error.what() + "; correct its SQL"};
    }
  }
}

}  // namespace properties::harness
