-- relcheck: invariant when=commit severity=safety cites=P3,P7
-- Every seq up to the watermark has been received.
SELECT w.applied_upto, s.received
  FROM proj_watermark w,
       LATERAL (SELECT count(*) AS received FROM proj_seen
                 WHERE seq BETWEEN 1 AND w.applied_upto) s
 WHERE s.received <> w.applied_upto
