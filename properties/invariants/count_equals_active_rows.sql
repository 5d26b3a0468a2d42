-- relcheck: invariant when=commit severity=safety cites=P4
-- The view's count of a followee is the number of their ACTIVE rows in the view.
SELECT coalesce(c.followee, a.followee) AS followee, c.followers AS counted, a.followers AS rows
  FROM proj_count c
  FULL JOIN (SELECT followee, count(*) AS followers FROM proj_follower
              WHERE state = 'ACTIVE' GROUP BY followee) a
    ON a.followee = c.followee
 WHERE coalesce(c.followers, 0) <> coalesce(a.followers, 0)
