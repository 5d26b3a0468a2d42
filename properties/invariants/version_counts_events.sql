-- relcheck: invariant when=quiescent severity=safety cites=R2,R9
-- A pair's version is the number of its events, whose versions are 1, 2, 3 and so on; version 0 has none.
SELECT coalesce(r.follower, e.follower) AS follower, coalesce(r.followee, e.followee) AS followee,
       r.version, e.events, e.newest
  FROM relation r
  FULL JOIN (SELECT follower, followee, count(*) AS events, max(version) AS newest
               FROM relation_event GROUP BY follower, followee) e
    ON e.follower = r.follower AND e.followee = r.followee
 WHERE coalesce(r.version, 0) <> coalesce(e.events, 0)
    OR coalesce(r.version, 0) <> coalesce(e.newest, 0)
