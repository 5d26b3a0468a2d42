#pragma once

#include <array>

namespace impl::postgres {

/// A prepared statement: its name, which is the name of the step, and the only copy of its text.
struct Statement {
  char const* name;
  char const* text;
};

// Transactions ------------------------------------------------------------------------------------

inline constexpr Statement kBegin{"begin", "BEGIN ISOLATION LEVEL READ COMMITTED"};
inline constexpr Statement kBeginRepeatableRead{"begin_repeatable_read",
                                                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"};
inline constexpr Statement kCommit{"commit", "COMMIT"};
inline constexpr Statement kRollback{"rollback", "ROLLBACK"};

// Truth -------------------------------------------------------------------------------------------

inline constexpr Statement kCheckAccounts{"check_accounts", R"sql(
    SELECT EXISTS (SELECT FROM account WHERE id = $1 AND deleted_at IS NULL)
       AND EXISTS (SELECT FROM account WHERE id = $2 AND deleted_at IS NULL))sql"};

// $1 follower, $2 followee. Only the followee's row is locked.
inline constexpr Statement kLockFollowee{"lock_followee", R"sql(
    SELECT private
      FROM account
     WHERE id = $2 AND deleted_at IS NULL
       AND EXISTS (SELECT FROM account f WHERE f.id = $1 AND f.deleted_at IS NULL)
       FOR SHARE OF account)sql"};

inline constexpr Statement kEnsurePair{"ensure_pair", R"sql(
    INSERT INTO relation (follower, followee, state, version) VALUES ($1, $2, 'REMOVED', 0)
        ON CONFLICT DO NOTHING)sql"};

inline constexpr Statement kLockPair{"lock_pair", R"sql(
    SELECT state, version FROM relation WHERE follower = $1 AND followee = $2 FOR UPDATE)sql"};

inline constexpr Statement kCheckBlock{"check_block", R"sql(
    SELECT EXISTS (SELECT FROM block WHERE blocker = $1 AND blocked = $2)
        OR EXISTS (SELECT FROM block WHERE blocker = $2 AND blocked = $1))sql"};

inline constexpr Statement kSavePair{"save_pair", R"sql(
    UPDATE relation SET state = $3, version = $4 WHERE follower = $1 AND followee = $2)sql"};

inline constexpr Statement kNextSeq{"next_seq", R"sql(
    UPDATE event_seq SET last = last + 1 WHERE id = 1 RETURNING last)sql"};

inline constexpr Statement kAppendEvent{"append_event", R"sql(
    INSERT INTO relation_event (seq, follower, followee, state, version)
    VALUES ($1, $2, $3, $4, $5))sql"};

inline constexpr Statement kInsertBlock{"insert_block", R"sql(
    INSERT INTO block (blocker, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING)sql"};

inline constexpr Statement kDeleteBlock{"delete_block", R"sql(
    DELETE FROM block WHERE blocker = $1 AND blocked = $2)sql"};

inline constexpr Statement kReadToken{"read_token", R"sql(
    SELECT last FROM event_seq WHERE id = 1)sql"};

inline constexpr Statement kLockToken{"lock_token", R"sql(
    SELECT last FROM event_seq WHERE id = 1 FOR SHARE)sql"};

inline constexpr Statement kInsertPost{"insert_post", R"sql(
    INSERT INTO post (id, author, visibility, acl_token) VALUES ($1, $2, $3, $4))sql"};

// Projection --------------------------------------------------------------------------------------

inline constexpr Statement kMarkSeen{"mark_seen", R"sql(
    INSERT INTO proj_seen (seq) VALUES ($1) ON CONFLICT DO NOTHING)sql"};

// Like the truth's statements, all of these take a pair as $1 follower, $2 followee.
inline constexpr Statement kEnsureRow{"ensure_row", R"sql(
    INSERT INTO proj_follower (follower, followee, state, version) VALUES ($1, $2, 'REMOVED', 0)
        ON CONFLICT DO NOTHING)sql"};

inline constexpr Statement kLockRow{"lock_row", R"sql(
    SELECT state, version FROM proj_follower WHERE follower = $1 AND followee = $2
       FOR UPDATE)sql"};

inline constexpr Statement kReplaceRow{"replace_row", R"sql(
    UPDATE proj_follower SET state = $3, version = $4 WHERE follower = $1 AND followee = $2)sql"};

inline constexpr Statement kAddCount{"add_count", R"sql(
    INSERT INTO proj_count AS c (followee, followers) VALUES ($1, $2)
        ON CONFLICT (followee) DO UPDATE SET followers = c.followers + EXCLUDED.followers)sql"};

inline constexpr Statement kLockWatermark{"lock_watermark", R"sql(
    SELECT applied_upto FROM proj_watermark WHERE id = 1 FOR UPDATE)sql"};

// Walks from $1 and stops at the first gap: what lies beyond a gap costs nothing.
inline constexpr Statement kSeenPrefix{"seen_prefix", R"sql(
    WITH RECURSIVE prefix (seq) AS (
      SELECT $1::bigint
      UNION ALL
      SELECT s.seq FROM prefix p JOIN proj_seen s ON s.seq = p.seq + 1)
    SELECT max(seq) FROM prefix)sql"};

inline constexpr Statement kSaveWatermark{"save_watermark", R"sql(
    UPDATE proj_watermark SET applied_upto = $1 WHERE id = 1)sql"};

inline constexpr Statement kLockProjection{"lock_projection", R"sql(
    LOCK TABLE proj_seen IN SHARE ROW EXCLUSIVE MODE)sql"};

inline constexpr Statement kClearProjection{"clear_projection", R"sql(
    WITH followers AS (DELETE FROM proj_follower),
         counts AS (DELETE FROM proj_count),
         seen AS (DELETE FROM proj_seen)
    UPDATE proj_watermark SET applied_upto = 0, serving = false WHERE id = 1)sql"};

inline constexpr Statement kReadDiff{"read_diff", R"sql(
    SELECT (SELECT count(*) FROM proj_follower p
             WHERE p.state = 'ACTIVE'
               AND NOT EXISTS (SELECT FROM relation r
                                WHERE (r.follower, r.followee) = (p.follower, p.followee)
                                  AND r.state = 'ACTIVE')),
           (SELECT count(*) FROM relation r
             WHERE r.state = 'ACTIVE'
               AND NOT EXISTS (SELECT FROM proj_follower p
                                WHERE (p.follower, p.followee) = (r.follower, r.followee)
                                  AND p.state = 'ACTIVE')),
           (SELECT count(*)
              FROM (SELECT followee, count(*) AS followers FROM relation
                     WHERE state = 'ACTIVE' GROUP BY followee) t
              FULL JOIN proj_count c USING (followee)
             WHERE coalesce(t.followers, 0) <> coalesce(c.followers, 0)),
           w.applied_upto,
           e.last
      FROM proj_watermark w, event_seq e)sql"};

inline constexpr Statement kMarkServing{"mark_serving", R"sql(
    UPDATE proj_watermark SET serving = true WHERE id = 1)sql"};

inline constexpr Statement kFetchEvents{"fetch_events", R"sql(
    SELECT seq, follower, followee, state, version FROM relation_event
     WHERE seq > $1 ORDER BY seq LIMIT $2)sql"};

inline constexpr Statement kReadWatermark{"read_watermark", R"sql(
    SELECT applied_upto FROM proj_watermark WHERE id = 1)sql"};

// Access; check_block belongs here too ------------------------------------------------------------

inline constexpr Statement kLoadPost{"load_post", R"sql(
    SELECT id, author, visibility, acl_token FROM post WHERE id = $1)sql"};

// $1 viewer, $2 author. One statement, one snapshot: state and block belong together.
inline constexpr Statement kReadTruth{"read_truth", R"sql(
    SELECT coalesce((SELECT state FROM relation WHERE follower = $1 AND followee = $2), 'REMOVED'),
           EXISTS (SELECT FROM block WHERE blocker = $1 AND blocked = $2)
        OR EXISTS (SELECT FROM block WHERE blocker = $2 AND blocked = $1))sql"};

// Row and watermark in one snapshot (T3).
inline constexpr Statement kReadProjection{"read_projection", R"sql(
    SELECT coalesce((SELECT state FROM proj_follower WHERE follower = $1 AND followee = $2),
                    'REMOVED'),
           applied_upto,
           serving
      FROM proj_watermark WHERE id = 1)sql"};

inline constexpr Statement kReadLastSeq{"read_last_seq", R"sql(
    SELECT last FROM event_seq WHERE id = 1)sql"};

/// The whole catalogue. Every connection prepares it, so a misspelt column fails at start-up.
inline constexpr std::array kStatements{kBegin,           kBeginRepeatableRead,
                                        kCommit,          kRollback,
                                        kCheckAccounts,   kLockFollowee,
                                        kEnsurePair,      kLockPair,
                                        kCheckBlock,      kSavePair,
                                        kNextSeq,         kAppendEvent,
                                        kInsertBlock,     kDeleteBlock,
                                        kReadToken,       kLockToken,
                                        kInsertPost,      kMarkSeen,
                                        kEnsureRow,       kLockRow,
                                        kReplaceRow,      kAddCount,
                                        kLockWatermark,   kSeenPrefix,
                                        kSaveWatermark,   kLockProjection,
                                        kClearProjection, kReadDiff,
                                        kMarkServing,     kFetchEvents,
                                        kReadWatermark,   kLoadPost,
                                        kReadTruth,       kReadProjection,
                                        kReadLastSeq};

}  // namespace impl::postgres
