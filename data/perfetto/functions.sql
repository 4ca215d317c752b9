-- Functions of Perfetto that are statements. They ask the tables of `main`, or of the
-- trace whose schema they are in.

-- Where a track has no slice, the rows say nothing but the time.
CREATE PERFETTO FUNCTION experimental_flat_slice(start LONG, until LONG)
RETURNS TABLE(ts LONG, dur LONG, track_id LONG, category STRING, name STRING,
  arg_set_id LONG, source_id LONG) AS
SELECT
  max(f.ts, $start) AS ts, min(f.ts + f.dur, $until) - max(f.ts, $start) AS dur,
  f.track_id AS track_id, NULL AS category, f.name, s.arg_set_id, f.slice_id AS source_id
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

-- Intervals: rows with ts and dur. How many there are at each time that this changes.
CREATE PERFETTO MACRO intervals_overlap_count(segments TableOrSubquery,
  ts_column ColumnName, dur_column ColumnName)
RETURNS TableOrSubquery AS (
  SELECT ts, sum(sum(delta)) OVER (ORDER BY ts) AS value
  FROM (
    SELECT $ts_column AS ts, 1 AS delta FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1 FROM $segments)
  GROUP BY ts
  ORDER BY ts);

CREATE PERFETTO MACRO intervals_overlap_count_by_group(segments TableOrSubquery,
  ts_column ColumnName, dur_column ColumnName, group_column ColumnName)
RETURNS TableOrSubquery AS (
  SELECT ts, sum(sum(delta)) OVER (PARTITION BY group_name ORDER BY ts) AS value, group_name
  FROM (
    SELECT $ts_column AS ts, 1 AS delta, $group_column AS group_name FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1, $group_column FROM $segments)
  GROUP BY group_name, ts
  ORDER BY ts);

-- The times in which there is one at least, or that are no longer than epsilon between two.
CREATE PERFETTO MACRO interval_merge_overlapping(intervals TableOrSubquery, epsilon Expr)
RETURNS TableOrSubquery AS (
  SELECT min(ts) AS ts, max(end_ts) - min(ts) AS dur
  FROM (
    SELECT ts, end_ts, count(is_first) OVER (ORDER BY ts, end_ts) AS n
    FROM (
      SELECT ts, ts + dur AS end_ts,
        iif(ts <= $epsilon + max(ts + dur) OVER (ORDER BY ts, ts + dur
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), NULL, 1) AS is_first
      FROM $intervals))
  GROUP BY n
  ORDER BY ts);

-- The parts of intervals that are in one of them.
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr,
  intervals_table TableOrSubquery)
RETURNS TableOrSubquery AS (
  SELECT id, max(ts, $ts) AS ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur
  FROM $intervals_table
  WHERE ts < $ts + $dur AND ts + dur > $ts);
