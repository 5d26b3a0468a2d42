#include "properties/harness/control.hpp"

#include <algorithm>
#include <charconv>

#include "impl/postgres/schema.hpp"
#include "properties/harness/vocabulary.hpp"

namespace properties::harness {
namespace {

std::int64_t number(std::string const& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Rows of every kind in one statement: (kind, a, b, c, d, word). Kinds that start with '!' are
/// broken invariants.
std::string invariant_rows(std::vector<props::Invariant> const& invariants,
                           std::set<std::string> const& names) {
  std::string sql;
  for (auto const& invariant : invariants) {
    if (!names.contains(invariant.name)) continue;
    sql += "\nUNION ALL SELECT '!" + invariant.name +
           "', NULL, NULL, NULL, NULL, row_to_json(x.*)::text FROM (" + invariant.sql + ") x";
  }
  return sql;
}

/// Every statement that checks begins with this: each table is then read once, whatever number of
/// invariants ask for it, and those that nobody asks for are not read.
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

constexpr char const* kEvents =
    "SELECT 'event', seq, follower, followee, version, state FROM relation_event";

constexpr char const* kTruthAtRest = R"sql(
UNION ALL SELECT 'pair', coalesce(r.follower, b.blocked), coalesce(r.followee, b.blocker),
                 coalesce(r.version, 0), (b.blocker IS NOT NULL)::int, coalesce(r.state, 'REMOVED')
            FROM relation r FULL JOIN block b ON (r.follower, r.followee) = (b.blocked, b.blocker)
UNION ALL SELECT 'post', id, author, acl_token, NULL, visibility FROM post
UNION ALL SELECT 'last', last, NULL, NULL, NULL, NULL FROM event_seq
UNION ALL SELECT 'watermark', applied_upto, serving::int, NULL, NULL, NULL FROM proj_watermark)sql";

/// Whether anyone has written what nobody was to write.
constexpr char const* kTouched = R"sql(
UNION ALL SELECT 'touched', NULL, NULL, NULL, NULL, NULL
           WHERE EXISTS (SELECT FROM proj_follower) OR EXISTS (SELECT FROM proj_seen)
              OR EXISTS (SELECT FROM proj_count)
              OR EXISTS (SELECT FROM proj_watermark WHERE applied_upto <> 0 OR NOT serving))sql";

constexpr char const* kDiff = R"sql(
UNION ALL SELECT 'diff',
    (SELECT count(*) FROM proj_follower p WHERE p.state = 'ACTIVE' AND NOT EXISTS
       (SELECT FROM relation r WHERE r.follower = p.follower AND r.followee = p.followee
           AND r.state = 'ACTIVE')),
    (SELECT count(*) FROM relation r WHERE r.state = 'ACTIVE' AND NOT EXISTS
       (SELECT FROM proj_follower p WHERE r.follower = p.follower AND r.followee = p.followee
           AND p.state = 'ACTIVE')),
    (SELECT count(*) FROM account a
      WHERE (SELECT count(*) FROM relation r WHERE r.followee = a.id AND r.state = 'ACTIVE')
         <> coalesce((SELECT followers FROM proj_count c WHERE c.followee = a.id), 0)),
    NULL, NULL)sql";

constexpr char const* kReset = R"sql(
WITH a AS (DELETE FROM relation), b AS (DELETE FROM block), c AS (DELETE FROM relation_event),
     d AS (DELETE FROM post), e AS (DELETE FROM proj_follower), f AS (DELETE FROM proj_count),
     g AS (DELETE FROM proj_seen),
     h AS (UPDATE proj_watermark SET applied_upto = 0, serving = true
            WHERE applied_upto <> 0 OR NOT serving),
     i AS (UPDATE event_seq SET last = 0 WHERE last <> 0),
     j AS (DELETE FROM account WHERE id <> ALL ($1::bigint[]))
INSERT INTO account AS k (id, private)
SELECT * FROM unnest($1::bigint[], $2::boolean[])
    ON CONFLICT (id) DO UPDATE SET private = EXCLUDED.private
    WHERE k.private <> EXCLUDED.private)sql";

constexpr char const* kLeftovers = R"sql(
SELECT 'relation', count(*) FROM relation UNION ALL SELECT 'block', count(*) FROM block
UNION ALL SELECT 'relation_event', count(*) FROM relation_event
UNION ALL SELECT 'post', count(*) FROM post
UNION ALL SELECT 'proj_follower', count(*) FROM proj_follower
UNION ALL SELECT 'proj_count', count(*) FROM proj_count
UNION ALL SELECT 'proj_seen', count(*) FROM proj_seen
UNION ALL SELECT 'event_seq', last FROM event_seq
UNION ALL SELECT 'proj_watermark', applied_upto + (NOT serving)::int FROM proj_watermark
UNION ALL SELECT 'account', count(*) FROM
  (SELECT id, private FROM account WHERE deleted_at IS NULL
   EXCEPT SELECT * FROM unnest($1::bigint[], $2::boolean[])) x
UNION ALL SELECT 'account', cardinality($1::bigint[]) - count(*) FROM account)sql";

/// One by one, so that the message names the one that is wrong.
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

constexpr char const* kEmpty = R"sql(
DO $$
DECLARE r record;
BEGIN
  FOR r IN SELECT relname, relkind FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S') LOOP
    EXECUTE format('DROP %s IF EXISTS %I CASCADE',
                   CASE r.relkind WHEN 'r' THEN 'TABLE' ELSE 'SEQUENCE' END, r.relname);
  END LOOP;
END $$)sql";

constexpr char const* kWaits =
    "SELECT pid, pg_blocking_pids(pid) FROM unnest($1::int[]) WITH ORDINALITY AS t(pid, n) "
    "ORDER BY n";

std::vector<int> parse_pids(std::string const& text) {
  std::vector<int> pids;
  int value = 0;
  bool digits = false;
  for (char const c : text) {
    if (c >= '0' && c <= '9') {
      value = value * 10 + (c - '0');
      digits = true;
    } else if (digits) {
      pids.push_back(value);
      value = 0;
      digits = false;
    }
  }
  return pids;
}

trace::Event event_of(std::vector<std::string> const& row) {
  return trace::Event{model::Seq{number(row[1])},
                      model::Pair{model::UserId{number(row[2])}, model::UserId{number(row[3])}},
                      model::PairRow{state_word(row[5]), model::Version{number(row[4])}}};
}

std::vector<std::string> account_arrays(std::vector<trace::Account> const& accounts) {
  std::vector<std::int64_t> ids;
  std::vector<int> privates;
  for (auto const& account : accounts) {
    ids.push_back(account.id.value());
    privates.push_back(account.is_private ? 1 : 0);
  }
  return {array_of(ids), array_of(privates)};
}

void sort_events(std::vector<trace::Event>& events) { std::sort(events.begin(), events.end()); }

}  // namespace

std::string_view reset_statement() { return kReset; }

Control::Control(std::string const& dsn, std::vector<props::Invariant> const& invariants,
                 std::string const& extra_schema, std::string const& extra_reset)
    : pg_{dsn}, extra_reset_{!extra_reset.empty()} {
  pg_.script(kEmpty);
  pg_.script(std::string{impl::postgres::schema_sql()});
  if (!extra_schema.empty()) pg_.script(extra_schema);
  try_each(pg_, invariants);
  pg_.prepare("waits", kWaits);
  std::set<std::string> all;
  std::set<std::string> of_truth;
  for (auto const& invariant : invariants) {
    all.insert(invariant.name);
    if (!concerns_projection(invariant)) of_truth.insert(invariant.name);
    if (invariant.when != props::When::commit) continue;
    asked_after_commit_.insert(invariant.name);
    if (!concerns_projection(invariant)) asked_of_truth_.insert(invariant.name);
  }
  auto const new_events = std::string{kReadOnce} + kEvents + " WHERE seq > $1::bigint";
  pg_.prepare("after_commit", new_events + invariant_rows(invariants, asked_after_commit_));
  pg_.prepare("after_truth_commit", new_events + invariant_rows(invariants, asked_of_truth_));
  auto const at_rest = std::string{kReadOnce} + kEvents + kTruthAtRest;
  pg_.prepare("quiet", at_rest + kDiff + invariant_rows(invariants, all));
  pg_.prepare("quiet_truth", at_rest + kTouched + invariant_rows(invariants, of_truth));
  pg_.prepare("watermark", "SELECT applied_upto FROM proj_watermark");
  pg_.prepare("reset", kReset);
  pg_.prepare("leftovers", kLeftovers);
  if (extra_reset_) pg_.prepare("extra_reset", extra_reset);
}

std::vector<schedule::Waits> Control::waits(std::vector<int> const& pids) {
  std::vector<schedule::Waits> all;
  for (auto const& row : pg_.execute("waits", {array_of(pids)})) {
    all.push_back(schedule::Waits{static_cast<int>(number(row[0])), parse_pids(row[1])});
  }
  return all;
}

schedule::CommitView Control::after_commit(bool last) {
  at_rest_.reset();
  if (last) return last_commit();
  schedule::CommitView view;
  auto const* const statement = projection_ ? "after_commit" : "after_truth_commit";
  for (auto const& row : ask(statement, {std::to_string(seen_up_to_)})) {
    if (row[0].front() == '!') {
      view.broken.push_back(trace::BrokenInvariant{row[0].substr(1), row[5]});
      continue;
    }
    if (seen_beyond_.insert(number(row[1])).second) view.events.push_back(event_of(row));
  }
  note_seen();
  sort_events(view.events);
  return view;
}

/// Runs the invariants. What they cannot make of the rows (a division by zero, a cast) is their
/// author's fault and not the server's.
Table Control::ask(std::string const& statement, std::vector<std::string> const& parameters) {
  try {
    return pg_.execute(statement, parameters);
  } catch (StatementRefused const& error) {
    bool const of_data = error.sqlstate().starts_with("22") || error.sqlstate().starts_with("21");
    if (!of_data) throw;
    throw BadInvariant{std::string{"an SQL invariant fails on what the tables hold: "} +
                       error.what() + "; correct its SQL"};
  }
}

schedule::CommitView Control::last_commit() {
  at_rest_ = read_quiet();
  schedule::CommitView view;
  for (auto const& event : at_rest_->events) {
    if (event.seq.value() <= seen_up_to_) continue;
    if (seen_beyond_.insert(event.seq.value()).second) view.events.push_back(event);
  }
  note_seen();
  auto const& asked = projection_ ? asked_after_commit_ : asked_of_truth_;
  for (auto const& broken : at_rest_->broken) {
    if (asked.contains(broken.name)) view.broken.push_back(broken);
  }
  return view;
}

void Control::note_seen() {
  while (seen_beyond_.erase(seen_up_to_ + 1) == 1) ++seen_up_to_;
}

void Control::reset(std::vector<trace::Account> const& accounts, bool projection) {
  projection_ = projection;
  at_rest_.reset();
  if (extra_reset_) pg_.execute("extra_reset");
  pg_.execute("reset", account_arrays(accounts));
  seen_up_to_ = 0;
  seen_beyond_.clear();
}

std::string Control::leftovers(std::vector<trace::Account> const& accounts) {
  std::string found;
  for (auto const& row : pg_.execute("leftovers", account_arrays(accounts))) {
    if (row[1] == "0") continue;
    found += (found.empty() ? "" : ", ") + row[0] + " (" + row[1] + ")";
  }
  return found;
}

trace::Quiet Control::quiet() {
  if (!at_rest_) return read_quiet();
  auto quiet = *std::move(at_rest_);
  at_rest_.reset();
  return quiet;
}

// Where nothing concerns the projection its tables are empty, and so is what they can break: it is
// enough to see that they are.
trace::Quiet Control::read_quiet() {
  auto const rows = ask(projection_ ? "quiet" : "quiet_truth", {});
  bool const touched =
      std::any_of(rows.begin(), rows.end(), [](auto const& row) { return row[0] == "touched"; });
  return quiet_of(touched ? ask("quiet", {}) : rows);
}

trace::Quiet Control::quiet_of(Table const& rows) {
  trace::Quiet quiet;
  for (auto const& row : rows) {
    auto const& kind = row[0];
    if (kind.front() == '!') {
      quiet.broken.push_back(trace::BrokenInvariant{kind.substr(1), row[5]});
    } else if (kind == "event") {
      quiet.events.push_back(event_of(row));
    } else if (kind == "pair") {
      quiet.pairs.push_back(trace::FinalPair{
          model::Pair{model::UserId{number(row[1])}, model::UserId{number(row[2])}},
          model::InspectOutcome{model::PairRow{state_word(row[5]), model::Version{number(row[3])}},
                                row[4] == "1"}});
    } else if (kind == "post") {
      quiet.posts.push_back(trace::FinalPost{model::PostId{number(row[1])},
                                             model::UserId{number(row[2])}, visibility_word(row[5]),
                                             model::Seq{number(row[3])}});
    } else if (kind == "last") {
      quiet.last = model::Seq{number(row[1])};
    } else if (kind == "watermark") {
      quiet.diff.watermark = model::Seq{number(row[1])};
      quiet.serving = row[2] == "1";
    } else {
      quiet.diff.resurrected = number(row[1]);
      quiet.diff.missing = number(row[2]);
      quiet.diff.wrong_counts = number(row[3]);
    }
  }
  quiet.diff.last = quiet.last;
  sort_events(quiet.events);
  std::sort(quiet.pairs.begin(), quiet.pairs.end());
  std::sort(quiet.posts.begin(), quiet.posts.end());
  std::sort(quiet.broken.begin(), quiet.broken.end());
  return quiet;
}

model::Seq Control::watermark() { return model::Seq{number(pg_.execute("watermark").at(0).at(0))}; }

void Control::vacuum() {
  for (auto const* table :
       {"relation", "block", "relation_event", "event_seq", "post", "proj_follower", "proj_count",
        "proj_seen", "proj_watermark", "account"}) {
    pg_.script(std::string{"VACUUM "} + table);
  }
}

}  // namespace properties::harness
