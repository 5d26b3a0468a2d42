-- relcheck: invariant when=commit severity=safety cites=R3
-- While one of two users has blocked the other, neither follows the other nor asks to.
SELECT b.blocker, b.blocked, r.follower, r.followee, r.state, r.version
  FROM block b
  JOIN relation r ON (r.follower, r.followee) IN ((b.blocker, b.blocked), (b.blocked, b.blocker))
 WHERE r.state <> 'REMOVED'
