-- Functions of Perfetto that are defined by statements. They read the tables of `main`, or of
-- the trace of their schema.

-- Where a track has no slice, a row has only the times.
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
    track_id, max(coalesce(lag(_end_ts) OVER w, $start), $start) AS start,
    min(ts, $until) AS until
  FROM main.slice
  WHERE parent_id IS NULL
  WINDOW w AS (PARTITION BY track_id ORDER BY id)
  UNION ALL
  SELECT track_id, max(max(_end_ts), $start), $until
  FROM main.slice
  WHERE parent_id IS NULL
  GROUP BY track_id)
WHERE until > start
ORDER BY track_id, ts;

-- Slices of several tracks, a list of numbers with commas, above each other: each outermost slice
-- is as far up as there is room for it and those below it.
CREATE PERFETTO FUNCTION experimental_slice_layout(filter_track_ids STRING)
RETURNS TABLE(id LONG, layout_depth LONG) AS
SELECT s.id AS id, s.depth + r.layout_depth AS layout_depth
FROM (
  SELECT id, _slice_layout(ts, end_ts, height) OVER (ORDER BY ts, id) AS layout_depth
  FROM (
    SELECT id, ts, iif(dur = -1, 9223372036854775807, ts + dur) AS end_ts,
      (SELECT max(d.depth) FROM main._slice_descendant_and_self(o.id) d) AS height
    FROM main.slice o
    WHERE parent_id IS NULL
      AND instr(',' || replace($filter_track_ids, ' ', '') || ',', ',' || track_id || ','))) r,
  main._slice_descendant_and_self(r.id) s
ORDER BY 1;

-- The tree of the nodes, which have id, dur, name and parent_id, that are above the slices of
-- inits, these included. The own time of a node is its time without its nodes in that tree.
CREATE PERFETTO MACRO _viz_slice_ancestor_agg(inits TableOrSubquery, nodes TableOrSubquery)
RETURNS TableOrSubquery AS (
  WITH RECURSIVE _reached(id) AS (
    SELECT id FROM $inits
    UNION
    SELECT n.parent_id FROM _reached JOIN $nodes n ON n.id = _reached.id
    WHERE n.parent_id IS NOT NULL)
  SELECT
    n.id, n.parent_id AS parentId, n.name,
    n.dur - coalesce((SELECT sum(c.dur) FROM $nodes c
      WHERE c.parent_id = n.id AND c.id IN (SELECT id FROM _reached)), 0) AS self_dur,
    n.id IN (SELECT id FROM $inits) AS self_count, 1 AS simple_count
  FROM _reached JOIN $nodes n ON n.id = _reached.id);

-- Intervals are rows with ts and dur. Counts the intervals at each time at which the count
-- changes.
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

-- Merges intervals that overlap, or that are at most epsilon apart.
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

-- Clips intervals to one interval.
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr,
  intervals_table TableOrSubquery)
RETURNS TableOrSubquery AS (
  SELECT id, max(ts, $ts) AS ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur
  FROM $intervals_table
  WHERE ts < $ts + $dur AND ts + dur > $ts);

-- Intersects the intervals of two or more tables whose values in these columns are equal.
CREATE PERFETTO MACRO _interval_source(intervals TableOrSubquery, columns ColumnNameList,
  name ColumnName)
RETURNS TableOrSubquery AS (SELECT *, json_array $columns AS _partition FROM $intervals) AS $name;

CREATE PERFETTO MACRO _interval_start(name ColumnName, intervals TableOrSubquery)
RETURNS Expr AS $name.ts;

CREATE PERFETTO MACRO _interval_end(name ColumnName, intervals TableOrSubquery)
RETURNS Expr AS $name.ts + $name.dur;

CREATE PERFETTO MACRO _interval_id(id ColumnName, intervals TableOrSubquery)
RETURNS Expr AS $id;

CREATE PERFETTO MACRO _interval_column(name ColumnName)
RETURNS Expr AS i0.$name AS $name;

CREATE PERFETTO MACRO _interval_partition(name ColumnName, intervals TableOrSubquery)
RETURNS Expr AS $name._partition = i0._partition;

CREATE PERFETTO MACRO _interval_intersect(tabs _TableNameList, agg_columns ColumnNameList)
RETURNS TableOrSubquery AS (
  SELECT
    max(__intrinsic_token_apply!(_interval_start, (i0, i1, i2, i3, i4), $tabs)) AS ts,
    min(__intrinsic_token_apply!(_interval_end, (i0, i1, i2, i3, i4), $tabs))
      - max(__intrinsic_token_apply!(_interval_start, (i0, i1, i2, i3, i4), $tabs)) AS dur,
    __intrinsic_token_apply!(_interval_id,
      (i0.id AS id_0, i1.id AS id_1, i2.id AS id_2, i3.id AS id_3, i4.id AS id_4), $tabs)
    __intrinsic_token_apply_prefix!(_interval_column, $agg_columns)
  FROM __intrinsic_token_apply!(_interval_source, $tabs,
    ($agg_columns, $agg_columns, $agg_columns, $agg_columns, $agg_columns),
    (i0, i1, i2, i3, i4))
  WHERE __intrinsic_token_apply_and!(_interval_partition, (i0, i1, i2, i3, i4), $tabs)
    AND max(__intrinsic_token_apply!(_interval_start, (i0, i1, i2, i3, i4), $tabs))
      < min(__intrinsic_token_apply!(_interval_end, (i0, i1, i2, i3, i4), $tabs)));

-- For each span between two neighbouring ends of intervals: the intervals around it, and those that
-- have just ended.
CREATE PERFETTO MACRO interval_self_intersect(intervals TableOrSubquery)
RETURNS TableOrSubquery AS (
  SELECT part.ts, part.dur, part.group_id, i.id, i.ts + i.dur = part.ts AS interval_ends_at_ts
  FROM (
    SELECT ts, lead(ts, 1, ts) OVER w - ts AS dur, row_number() OVER w AS group_id
    FROM (SELECT ts FROM $intervals UNION SELECT ts + dur FROM $intervals)
    WINDOW w AS (ORDER BY ts)) AS part
  JOIN $intervals AS i ON part.ts BETWEEN i.ts AND i.ts + i.dur);

CREATE PERFETTO MACRO _interval_self_intersect(intervals TableOrSubquery)
RETURNS TableOrSubquery AS interval_self_intersect!($intervals);
