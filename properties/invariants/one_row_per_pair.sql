-- relcheck: invariant when=quiescent severity=safety cites=R1
-- An ordered pair of users has at most one row, and its state is ACTIVE, PENDING or REMOVED.
SELECT follower, followee, count(*) AS rows, min(state) AS state
  FROM relation
 GROUP BY follower, followee
HAVING count(*) > 1 OR bool_or(state NOT IN ('ACTIVE', 'PENDING', 'REMOVED'))
