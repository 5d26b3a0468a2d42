#include "properties/harness/at_rest.hpp"

#include <algorithm>
#include <utility>

#include "properties/harness/invariant_sql.hpp"
#include "properties/harness/vocabulary.hpp"

namespace properties::harness {
namespace {

/// So many states are remembered: a few megabytes.
constexpr std::size_t kMostKnown = 4096;

/// Rows of every kind in one statement: (kind, a, b, c, d, word).
constexpr char const* kTruth = R"sql(
UNION ALL SELECT 'relation', follower, followee, version, NULL, state::text FROM relation
UNION ALL SELECT 'block', blocker, blocked, NULL, NULL, NULL FROM block
UNION ALL SELECT 'post', id, author, acl_token, NULL, visibility::text FROM post
UNION ALL SELECT 'last', last, NULL, NULL, NULL, NULL FROM event_seq
UNION ALL SELECT 'watermark', applied_upto, serving::int, NULL, NULL, NULL FROM proj_watermark
UNION ALL SELECT 'account', id, private::int, (deleted_at IS NOT NULL)::int, NULL, NULL
            FROM account)sql";

/// Whether anyone has written what nobody was to write.
constexpr char const* kTouched = R"sql(
UNION ALL SELECT 'touched', NULL, NULL, NULL, NULL, NULL
           WHERE EXISTS (SELECT FROM proj_follower) OR EXISTS (SELECT FROM proj_seen)
              OR EXISTS (SELECT FROM proj_count)
              OR EXISTS (SELECT FROM proj_watermark WHERE applied_upto <> 0 OR NOT serving))sql";

constexpr char const* kView = R"sql(
UNION ALL SELECT 'follower', followee, follower, version, NULL, state::text FROM proj_follower
UNION ALL SELECT 'count', followee, followers, NULL, NULL, NULL FROM proj_count
UNION ALL SELECT 'seen', seq, NULL, NULL, NULL, NULL FROM proj_seen)sql";

constexpr char const* kDiff = R"sql(
SELECT 'diff',
    (SELECT count(*) FROM proj_follower p WHERE p.state = 'ACTIVE' AND NOT EXISTS
       (SELECT FROM relation r WHERE r.follower = p.follower AND r.followee = p.followee
           AND r.state = 'ACTIVE')),
    (SELECT count(*) FROM relation r WHERE r.state = 'ACTIVE' AND NOT EXISTS
       (SELECT FROM proj_follower p WHERE r.follower = p.follower AND r.followee = p.followee
           AND p.state = 'ACTIVE')),
    (SELECT count(*) FROM account a
      WHERE (SELECT count(*) FROM relation r WHERE r.followee = a.id AND r.state = 'ACTIVE')
         <> coalesce((SELECT followers FROM proj_count c WHERE c.followee = a.id), 0)),
    NULL::bigint, NULL::text)sql";

bool is_ours(props::Invariant const& invariant) {
  auto const& ours = props::all_invariants();
  return std::any_of(ours.begin(), ours.end(), [&](props::Invariant const& one) {
    return one.name == invariant.name && one.sql == invariant.sql;
  });
}

std::string statement_of(std::vector<std::string> const& selects) {
  std::string sql;
  for (auto const& select : selects) sql += (sql.empty() ? "" : "\nUNION ALL ") + select;
  return sql.empty() ? "SELECT WHERE false" : std::string{read_once()} + sql;
}

/// The rows in an order that does not depend on where the tables keep them.
std::string key_of(Table rows) {
  std::sort(rows.begin(), rows.end());
  std::string key;
  for (auto const& row : rows) {
    for (auto const& cell : row) key.append(cell).push_back('|');
  }
  return key;
}

trace::DiffAnswer diff_of(std::vector<std::string> const& row) {
  trace::DiffAnswer diff;
  diff.resurrected = number(row[1]);
  diff.missing = number(row[2]);
  diff.wrong_counts = number(row[3]);
  return diff;
}

/// Every row of relation, and every pair with a block.
using Pairs = std::map<model::Pair, model::InspectOutcome>;

void take_row(std::vector<std::string> const& row, trace::Quiet& quiet, Pairs& pairs) {
  auto const& kind = row[0];
  auto const user = [&](std::size_t cell) { return model::UserId{number(row[cell])}; };
  if (kind == "event") {
    quiet.events.push_back(event_of(row));
  } else if (kind == "relation") {
    pairs[{user(1), user(2)}].row =
        model::PairRow{state_word(row[5]), model::Version{number(row[3])}};
  } else if (kind == "block") {
    pairs[{user(2), user(1)}].blocked = true;
  } else if (kind == "post") {
    quiet.posts.push_back(trace::FinalPost{model::PostId{number(row[1])}, user(2),
                                           visibility_word(row[5]), model::Seq{number(row[3])}});
  } else if (kind == "last") {
    quiet.last = model::Seq{number(row[1])};
  } else if (kind == "watermark") {
    quiet.diff.watermark = model::Seq{number(row[1])};
    quiet.serving = row[2] == "1";
  }
}

trace::Quiet quiet_of(Table const& rows) {
  trace::Quiet quiet;
  Pairs pairs;
  for (auto const& row : rows) take_row(row, quiet, pairs);
  for (auto const& [pair, found] : pairs) quiet.pairs.push_back(trace::FinalPair{pair, found});
  std::sort(quiet.events.begin(), quiet.events.end());
  std::sort(quiet.posts.begin(), quiet.posts.end());
  return quiet;
}

void take_broken(Table const& rows, std::vector<trace::BrokenInvariant>& broken) {
  for (auto const& row : rows) {
    if (row[0].front() == '!') broken.push_back({row[0].substr(1), row[5]});
  }
}

bool touched(Table const& rows) {
  return std::any_of(rows.begin(), rows.end(), [](auto const& row) { return row[0] == "touched"; });
}

}  // namespace

trace::Event event_of(std::vector<std::string> const& row) {
  return trace::Event{model::Seq{number(row[1])},
                      model::Pair{model::UserId{number(row[2])}, model::UserId{number(row[3])}},
                      model::PairRow{state_word(row[5]), model::Version{number(row[4])}}};
}

AtRest::AtRest(Pg& pg, std::vector<props::Invariant> const& invariants) : pg_{pg} {
  try_each(pg_, invariants);
  std::vector<std::string> of_truth;
  std::vector<std::string> of_all{kDiff};
  std::vector<std::string> own;
  for (auto const& invariant : invariants) {
    if (!is_ours(invariant)) {
      own.push_back(select_of(invariant));
      continue;
    }
    of_all.push_back(select_of(invariant));
    if (!concerns_projection(invariant)) of_truth.push_back(select_of(invariant));
  }
  auto const rows = std::string{kEvents} + kTruth;
  pg_.prepare("truth_rows", rows + kTouched);
  pg_.prepare("all_rows", rows + kView);
  pg_.prepare("of_truth", statement_of(of_truth));
  pg_.prepare("of_all", statement_of(of_all));
  pg_.prepare("own", statement_of(own));
  has_own_ = !own.empty();
}

trace::Quiet AtRest::read(bool projection) {
  if (projection) return judged(pg_.execute("all_rows"), "of_all");
  auto const rows = pg_.execute("truth_rows");
  return touched(rows) ? read(true) : judged(rows, "of_truth");
}

trace::Quiet AtRest::judged(Table const& rows, std::string const& statement) {
  auto quiet = quiet_of(rows);
  auto const& verdict = verdict_on(rows, statement);
  auto const watermark = std::exchange(quiet.diff, verdict.diff).watermark;
  quiet.diff.watermark = watermark;
  quiet.diff.last = quiet.last;
  quiet.broken = verdict.broken;
  if (has_own_) take_broken(ask_invariants(pg_, "own"), quiet.broken);
  std::sort(quiet.broken.begin(), quiet.broken.end());
  return quiet;
}

AtRest::Verdict const& AtRest::verdict_on(Table const& rows, std::string const& statement) {
  auto key = statement + '|' + key_of(rows);
  if (auto const found = known_.find(key); found != known_.end()) return found->second;
  if (known_.size() == kMostKnown) known_.clear();
  Verdict verdict;
  auto const answer = ask_invariants(pg_, statement);
  take_broken(answer, verdict.broken);
  for (auto const& row : answer) {
    if (row[0] == "diff") verdict.diff = diff_of(row);
  }
  return known_.emplace(std::move(key), std::move(verdict)).first->second;
}

}  // namespace properties::harness
