-- relcheck: invariant when=quiescent severity=safety cites=R5,P6
-- A view whose watermark is the last seq follows exactly as the truth does.
SELECT coalesce(r.follower, p.follower) AS follower, coalesce(r.followee, p.followee) AS followee,
       r.state AS truth, p.state AS in_view
  FROM relation r
  FULL JOIN proj_follower p ON p.follower = r.follower AND p.followee = r.followee
 WHERE (SELECT w.applied_upto = g.last FROM proj_watermark w, event_seq g)
   AND coalesce(r.state, 'REMOVED') <> coalesce(p.state, 'REMOVED')
