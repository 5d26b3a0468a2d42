-- relcheck: invariant when=quiescent severity=safety cites=P2
-- A row of the view is what some event of its pair says: never newer than the truth, never invented.
SELECT p.follower, p.followee, p.state, p.version, e.state AS event_state
  FROM proj_follower p
  LEFT JOIN relation_event e
    ON e.follower = p.follower AND e.followee = p.followee AND e.version = p.version
 WHERE p.state <> coalesce(e.state, 'REMOVED') OR (p.version <> 0 AND e.version IS NULL)
