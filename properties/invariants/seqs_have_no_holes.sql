-- relcheck: invariant when=commit severity=safety cites=R6
-- The log holds exactly the seqs 1 to the last one given out.
SELECT g.last, l.events, l.oldest, l.newest
  FROM event_seq g,
       (SELECT count(*) AS events, coalesce(min(seq), 1) AS oldest, coalesce(max(seq), 0) AS newest
          FROM relation_event) l
 WHERE l.events <> g.last OR l.newest <> g.last OR l.oldest <> 1
