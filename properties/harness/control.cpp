#include "properties/harness/control.hpp"

#include <algorithm>

#include "impl/postgres/schema.hpp"
#include "properties/harness/vocabulary.hpp"

namespace properties::harness {
namespace {

constexpr char const* kReset = R"sql(
WITH a AS (DELETE FROM relation), b AS (DELETE FROM block), c AS (DELETE FROM relation_event),
     d AS (DELETE FROM post), e AS (DELETE FROM proj_follower), f AS (DELETE FROM proj_count),
     g AS (DELETE FROM proj_seen),
     h AS (UPDATE proj_watermark SET applied_upto = 0, serving = true
            WHERE applied_upto <> 0 OR NOT serving),
     i AS (UPDATE event_seq SET last = 0 WHERE last <> 0),
     j AS (DELETE FROM account WHERE id <> ALL ($1::bigint[]))
INSERT INTO account AS k (id, private, deleted_at)
SELECT id, private, CASE WHEN deleted THEN 'epoch'::timestamptz END
  FROM unnest($1::bigint[], $2::boolean[], $3::boolean[]) AS a (id, private, deleted)
    ON CONFLICT (id) DO UPDATE SET private = EXCLUDED.private, deleted_at = EXCLUDED.deleted_at
    WHERE (k.private, k.deleted_at) IS DISTINCT FROM (EXCLUDED.private, EXCLUDED.deleted_at))sql";

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
  (SELECT id, private, deleted_at IS NOT NULL FROM account
   EXCEPT SELECT * FROM unnest($1::bigint[], $2::boolean[], $3::boolean[])) x
UNION ALL SELECT 'account', cardinality($1::bigint[]) - count(*) FROM account)sql";

constexpr char const* kEmpty = R"sql(
DO $$
DECLARE r record;
BEGIN
  FOR r IN SELECT relname AS name, CASE relkind WHEN 'r' THEN 'TABLE' ELSE 'SEQUENCE' END AS kind
             FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S')
            UNION ALL
           SELECT typname, 'TYPE' FROM pg_type
            WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('d', 'e') LOOP
    EXECUTE format('DROP %s IF EXISTS %I CASCADE', r.kind, r.name);
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

std::vector<std::string> account_arrays(std::vector<trace::Account> const& accounts) {
  std::vector<std::int64_t> ids;
  std::vector<int> privates;
  std::vector<int> deleted;
  for (auto const& account : accounts) {
    ids.push_back(account.id.value());
    privates.push_back(account.is_private ? 1 : 0);
    deleted.push_back(account.is_deleted ? 1 : 0);
  }
  return {array_of(ids), array_of(privates), array_of(deleted)};
}

void sort_events(std::vector<trace::Event>& events) { std::sort(events.begin(), events.end()); }

Pg with_schema(std::string const& dsn, std::string const& extra_schema) {
  Pg pg{dsn};
  pg.script(kEmpty);
  pg.script(std::string{impl::postgres::schema_sql()});
  if (!extra_schema.empty()) pg.script(extra_schema);
  return pg;
}

}  // namespace

std::string_view reset_statement() { return kReset; }

Control::Control(std::string const& dsn, std::vector<props::Invariant> const& invariants,
                 std::string const& extra_schema, std::string const& extra_reset)
    : pg_{with_schema(dsn, extra_schema)},
      tables_{pg_, invariants},
      extra_reset_{!extra_reset.empty()} {
  pg_.prepare("waits", kWaits);
  auto after_commit = std::string{read_once()} + kEvents + " WHERE seq > $1::bigint";
  auto after_truth_commit = after_commit;
  for (auto const& invariant : invariants) {
    if (invariant.when != props::When::commit) continue;
    auto const select = "\nUNION ALL " + select_of(invariant);
    asked_after_commit_.insert(invariant.name);
    after_commit += select;
    if (concerns_projection(invariant)) continue;
    asked_of_truth_.insert(invariant.name);
    after_truth_commit += select;
  }
  pg_.prepare("after_commit", after_commit);
  pg_.prepare("after_truth_commit", after_truth_commit);
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
  last_quiet_.reset();
  if (last) return last_commit();
  schedule::CommitView view;
  auto const* const statement = projection_ ? "after_commit" : "after_truth_commit";
  for (auto const& row : ask_invariants(pg_, statement, {std::to_string(seen_up_to_)})) {
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

schedule::CommitView Control::last_commit() {
  last_quiet_ = tables_.read(projection_);
  schedule::CommitView view;
  for (auto const& event : last_quiet_->events) {
    if (event.seq.value() <= seen_up_to_) continue;
    if (seen_beyond_.insert(event.seq.value()).second) view.events.push_back(event);
  }
  note_seen();
  auto const& asked = projection_ ? asked_after_commit_ : asked_of_truth_;
  for (auto const& broken : last_quiet_->broken) {
    if (asked.contains(broken.name)) view.broken.push_back(broken);
  }
  return view;
}

void Control::note_seen() {
  while (seen_beyond_.erase(seen_up_to_ + 1) == 1) ++seen_up_to_;
}

void Control::reset(std::vector<trace::Account> const& accounts, bool projection) {
  projection_ = projection;
  last_quiet_.reset();
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
  if (!last_quiet_) return tables_.read(projection_);
  auto quiet = *std::move(last_quiet_);
  last_quiet_.reset();
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
