-- Views that need functions: they are in each schema, but not in saved databases.

-- The spans in which each slice was on top of the stack: up to its first child, and from
-- each child to the next one or the end.
CREATE VIEW _slice_flattened AS
SELECT
  f.slice_id, f.ts, f.dur, s.depth, s.name,
  (SELECT r.id FROM _slice_ancestor_and_self(f.slice_id) r LIMIT 1) AS root_id,
  s.track_id, s.utid, s.tid, s.thread_name, s.upid, s.pid, s.process_name
FROM (
  SELECT
    p.id AS slice_id, p.ts,
    coalesce((SELECT c.ts FROM slice c WHERE c.id = p.id + 1 AND c.parent_id = p.id),
      p._end_ts) - p.ts AS dur
  FROM slice p
  UNION ALL
  SELECT
    p.id, c._end_ts,
    coalesce((SELECT n.ts FROM slice n WHERE n.parent_id = p.id AND n.id > c.id LIMIT 1),
      p._end_ts) - c._end_ts
  FROM slice c JOIN slice p ON c.parent_id = p.id
) f
JOIN thread_slice s ON s.id = f.slice_id
WHERE f.dur > 0;

CREATE VIEW _slice_track_summary AS
SELECT
  track_id AS id, count(*) AS cnt, min(dur) AS min_dur, max(dur) AS max_dur,
  max(depth) AS max_depth
FROM slice
GROUP BY track_id;
