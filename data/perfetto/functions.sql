-- Functions of Perfetto that are statements. They ask the tables of `main`, or of the
-- trace whose schema they are in.

-- Where a track has no slice, the rows say nothing but the time.
CREATE PERFETTO FUNCTION experimental_flat_slice(start LONG, until LONG)
RETURNS TABLE(ts LONG, dur LONG, track_id LONG, category STRING, name STRING,
  arg_set_id LONG, source_id LONG) AS
SELECT
  max(f.ts, $start) AS ts, min(f.ts + f.dur, $until) - max(f.ts, $start),
  f.track_id AS track_id, NULL, f.name, s.arg_set_id, f.slice_id
FROM main._slice_flattened f JOIN main.slice s ON s.id = f.slice_id
WHERE f.ts < $until AND f.ts + f.dur > $start
UNION ALL
SELECT start, until - start, track_id, NULL, NULL, NULL, NULL
FROM (
  SELECT
    track_id, max(coalesce(lag(ts + dur) OVER w, $start), $start) AS start,
    min(ts, $until) AS until
  FROM main.slice
  WHERE parent_id IS NULL
  WINDOW w AS (PARTITION BY track_id ORDER BY id)
  UNION ALL
  SELECT track_id, max(max(ts + dur), $start), $until
  FROM main.slice
  WHERE parent_id IS NULL
  GROUP BY track_id)
WHERE until > start
ORDER BY track_id, ts;
