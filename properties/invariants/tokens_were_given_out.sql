-- relcheck: invariant when=quiescent severity=safety cites=T3
-- A post's token is a seq that was given out, or 0.
SELECT p.id, p.acl_token, g.last
  FROM post p, event_seq g
 WHERE p.acl_token NOT BETWEEN 0 AND g.last
