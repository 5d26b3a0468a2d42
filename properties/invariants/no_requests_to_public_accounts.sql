-- relcheck: invariant when=quiescent severity=safety cites=R1,R11
-- A PENDING relation has a private followee: a public one is followed at once.
SELECT r.follower, r.followee, r.version
  FROM relation r
  JOIN account a ON a.id = r.followee
 WHERE r.state = 'PENDING' AND NOT a.private
