#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "properties/harness/at_rest.hpp"
#include "properties/harness/invariant_sql.hpp"
#include "properties/harness/pg.hpp"
#include "properties/props/invariants.hpp"
#include "properties/schedule/server_view.hpp"
#include "properties/trace/run.hpp"

namespace properties::harness {

/// The statement of reset(): $1 the accounts, $2 which of them are private.
[[nodiscard]] std::string_view reset_statement();

/// The harness's view of one worker's database: resets it, reads it, checks it, and asks who
/// waits for whom. Throws EnvironmentError.
class Control : public schedule::ServerView {
 public:
  /// Creates the schema in the (empty) database. `extra_schema` and `extra_reset` come from the
  /// mutant, if any. Throws BadInvariant.
  Control(std::string const& dsn, std::vector<props::Invariant> const& invariants,
          std::string const& extra_schema, std::string const& extra_reset);

  std::vector<schedule::Waits> waits(std::vector<int> const& pids) override;
  schedule::CommitView after_commit(bool last) override;

  /// Empties every table and puts the accounts in.
  /// `projection`: whether commits may concern it. If not, the invariants over its tables are asked
  /// at rest only.
  void reset(std::vector<trace::Account> const& accounts, bool projection);
  /// What a reset must have left: nothing but the accounts. Says what is there instead.
  [[nodiscard]] std::string leftovers(std::vector<trace::Account> const& accounts);
  /// Everything at rest. No session is in flight.
  [[nodiscard]] trace::Quiet quiet();
  [[nodiscard]] model::Seq watermark();
  /// Throws away dead rows. Between cases only.
  void vacuum();
  [[nodiscard]] int backend_pid() const { return pg_.backend_pid(); }

 private:
  [[nodiscard]] schedule::CommitView last_commit();
  void note_seen();

  Pg pg_;
  AtRest tables_;
  bool extra_reset_{false};
  bool projection_{true};
  std::set<std::string> asked_after_commit_;
  std::set<std::string> asked_of_truth_;
  /// What the last commit left, if nothing has happened since.
  std::optional<trace::Quiet> last_quiet_;
  // Which events after_commit() has told of: 1…seen_up_to_, and those beyond a gap (a wrong service
  // may leave one, or fill it late).
  std::int64_t seen_up_to_{0};
  std::set<std::int64_t> seen_beyond_;
};

}  // namespace properties::harness
