-- relcheck: invariant when=quiescent severity=safety cites=P2
-- A consumer has received no seq that was never given out.
SELECT s.seq, g.last
  FROM proj_seen s, event_seq g
 WHERE s.seq NOT BETWEEN 1 AND g.last
