-- relcheck: invariant when=commit severity=safety cites=R2,R9
-- A pair's row is what its latest event says: the same version, the same state; at version 0 it is REMOVED and has none.
SELECT r.follower, r.followee, r.state, r.version
  FROM relation r
 WHERE r.version <> (SELECT count(*) FROM relation_event e
                      WHERE e.follower = r.follower AND e.followee = r.followee)
    OR r.state <> coalesce((SELECT e.state FROM relation_event e
                             WHERE e.follower = r.follower AND e.followee = r.followee
                               AND e.version = r.version), 'REMOVED')
