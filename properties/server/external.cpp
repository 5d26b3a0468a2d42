#include "properties/server/external.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace properties::server {
namespace {

/// What any user may set for a session. Limits on time are schedules' own; compiling a statement
/// (jit) takes a thousand times as long as running it on a few rows; and what is dropped in the end
/// need not be synced.
constexpr char const* kSessionSettings =
    "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 "
    "-c default_transaction_isolation=read\\ committed -c default_transaction_deferrable=off "
    "-c jit=off -c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0 "
    "-c synchronous_commit=off";

constexpr char const* kMark = "relcheck: dropped when its run ends";

// The keys spell "relc" and "heck".
constexpr char const* kTryLock = "SELECT pg_try_advisory_lock(1919249507, 1751475051)";
constexpr char const* kLockHolder = R"sql(
    SELECT a.pid, a.usename, coalesce(a.client_addr::text, 'a local socket')
      FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (l.classid, l.objid) = (1919249507, 1751475051))sql";

constexpr char const* kLeftSchemas = R"sql(
    SELECT nspname FROM pg_namespace
     WHERE nspname ~ '^relcheck_[0-9a-f]{8}_w[0-9]+$'
       AND obj_description(oid, 'pg_namespace') = $1
       AND pg_has_role(nspowner, 'USAGE'))sql";

constexpr char const* kEndSessions = R"sql(
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE usename = current_user AND application_name = $1)sql";

std::optional<Problem> take_lock(Connection& control) {
  auto taken = control.query(kTryLock);
  if (!taken.ok()) return taken.problem();
  if (taken.value()[0][0] == "t") return {};
  auto holder = control.query(kLockHolder);
  bool const known = holder.ok() && !holder.value().empty();
  std::string const who = known
                              ? fmt::format(" (backend {}, user {}, from {})", holder.value()[0][0],
                                            holder.value()[0][1], holder.value()[0][2])
                              : "";
  return Problem{"another relcheck is using this database" + who,
                 "wait for it to end, or give --dsn another database"};
}

/// Sessions of a run that was killed may still hold locks in the schema.
std::optional<Problem> drop_schema(Connection& control, std::string const& schema) {
  auto const ended = control.query(kEndSessions, {schema});
  if (!ended.ok()) return ended.problem();
  return control.execute("DROP SCHEMA IF EXISTS " + control.quoted_name(schema) + " CASCADE");
}

std::optional<Problem> drop_leftovers(Connection& control) {
  auto left = control.query(kLeftSchemas, {kMark});
  if (!left.ok()) return left.problem();
  for (auto const& row : left.value()) {
    if (auto const problem = drop_schema(control, row[0])) return problem;
  }
  return {};
}

std::string version_text(int number) {
  return fmt::format("{}.{}", number / 10'000, number % 10'000);
}

}  // namespace

External::External(Connection control) : owner_{getpid()}, control_{std::move(control)} {}

Result<std::unique_ptr<Server>> External::start(Options const& options) {
  auto dsn = with_settings(options.dsn, {{"application_name", "relcheck"}});
  if (!dsn.ok()) return dsn.problem();
  auto opened = Connection::open(dsn.value());
  if (!opened.ok()) return opened.problem();
  if (auto const problem = find_objection(opened.value(), options)) return *problem;
  if (auto const problem = take_lock(opened.value())) return *problem;
  std::unique_ptr<External> external{new External{std::move(opened.value())}};
  if (auto const problem = drop_leftovers(external->control_)) return *problem;
  if (auto const problem = external->make_schemas(options.workers)) return *problem;
  if (auto const problem = external->make_dsns(options.dsn, options.workers)) return *problem;
  if (auto const problem = external->try_search_path()) return *problem;
  return std::unique_ptr<Server>{std::move(external)};
}

External::~External() {
  if (getpid() != owner_) return;
  // What cannot be dropped now, the next run drops.
  if (control_.execute("SET lock_timeout = '5s'")) return;
  for (int worker = 0; worker < schemas_made_; ++worker) {
    static_cast<void>(drop_schema(control_, schema(worker)));
  }
}

std::string External::worker_dsn(int worker) const {
  return dsns_.at(static_cast<std::size_t>(worker));
}

std::string External::schema(int worker) const {
  return fmt::format("relcheck_{}_w{}", id_, worker);
}

std::optional<Problem> External::lost() {
  if (!control_.execute("SELECT 1")) return {};
  return Problem{"the connection to the server given by --dsn is lost",
                 "see that it still runs, and run again"};
}

std::optional<Problem> External::make_schemas(int workers) {
  auto asked = control_.query(R"sql(
      SELECT left(md5(random()::text || clock_timestamp()::text), 8),
             (SELECT rolsuper FROM pg_roles WHERE rolname = current_user))sql");
  if (!asked.ok()) return asked.problem();
  id_ = asked.value()[0][0];
  version_ = version_text(control_.version_number());
  may_set_timeout_ = !control_.execute("SET deadlock_timeout = '1s'");
  for (int worker = 0; worker < workers; ++worker) {
    std::string const name = control_.quoted_name(schema(worker));
    // One transaction: a schema of ours is never without its mark.
    auto const problem = control_.execute(fmt::format(
        "DO $do$ BEGIN CREATE SCHEMA {0}; COMMENT ON SCHEMA {0} IS '{1}'; END $do$", name, kMark));
    if (problem) return problem;
    ++schemas_made_;
  }
  return {};
}

std::optional<Problem> External::make_dsns(std::string const& dsn, int workers) {
  std::string const given = setting_of(dsn, "options");
  for (int worker = 0; worker < workers; ++worker) {
    std::string const options =
        fmt::format("{} -c search_path={} {}", given, schema(worker), kSessionSettings);
    auto made = with_settings(dsn, {{"application_name", schema(worker)}, {"options", options}});
    if (!made.ok()) return made.problem();
    dsns_.push_back(made.value());
  }
  return {};
}

std::optional<Problem> External::try_search_path() {
  auto opened = Connection::open(dsns_.front());
  Problem const refused{"the server does not keep a search_path given in the connection string",
                        "give --dsn the server itself, not a connection pooler"};
  if (!opened.ok()) return refused;
  auto current = opened.value().query("SELECT current_schema()");
  if (!current.ok()) return current.problem();
  if (current.value()[0][0] == schema(0)) return {};
  return refused;
}

}  // namespace properties::server
