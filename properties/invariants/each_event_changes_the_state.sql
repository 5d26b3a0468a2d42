-- relcheck: invariant when=quiescent severity=safety cites=R2
-- An event has another state than the one before it, and its seq is larger.
SELECT e.follower, e.followee, e.version, e.seq, e.state, p.seq AS seq_before,
       coalesce(p.state, 'REMOVED') AS state_before
  FROM relation_event e
  LEFT JOIN relation_event p
    ON p.follower = e.follower AND p.followee = e.followee AND p.version = e.version - 1
 WHERE e.state = coalesce(p.state, 'REMOVED') OR e.seq <= coalesce(p.seq, 0)
