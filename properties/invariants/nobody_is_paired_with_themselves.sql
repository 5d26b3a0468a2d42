-- relcheck: invariant when=quiescent severity=safety cites=R1
-- Nobody follows, asks or blocks themselves.
SELECT 'relation' AS kind, follower AS who FROM relation WHERE follower = followee
UNION ALL
SELECT 'block', blocker FROM block WHERE blocker = blocked
