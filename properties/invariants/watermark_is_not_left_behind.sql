-- relcheck: invariant when=quiescent severity=safety cites=P3
-- With all consumers idle, the seq after the watermark has not been received.
SELECT w.applied_upto, s.seq AS received
  FROM proj_watermark w
  JOIN proj_seen s ON s.seq = w.applied_upto + 1
