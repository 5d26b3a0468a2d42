-- relcheck: invariant when=commit severity=safety cites=P3
-- Every event up to the watermark is in the view, or a later version of its pair is.
SELECT w.applied_upto, e.seq, e.follower, e.followee, e.version, p.version AS in_view
  FROM proj_watermark w
  JOIN relation_event e ON e.seq <= w.applied_upto
  LEFT JOIN proj_follower p ON p.follower = e.follower AND p.followee = e.followee
 WHERE coalesce(p.version, 0) < e.version
