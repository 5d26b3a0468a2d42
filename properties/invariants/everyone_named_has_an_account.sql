-- relcheck: invariant when=quiescent severity=safety cites=R1
-- Whoever has a relation, a block or a post has an account.
SELECT named.kind, named.who
  FROM (SELECT 'follower' AS kind, follower AS who FROM relation
        UNION ALL SELECT 'followee', followee FROM relation
        UNION ALL SELECT 'blocker', blocker FROM block
        UNION ALL SELECT 'blocked', blocked FROM block
        UNION ALL SELECT 'author', author FROM post) named
 WHERE NOT EXISTS (SELECT FROM account a WHERE a.id = named.who)
