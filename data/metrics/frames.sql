-- Calls on the main thread that take longer than a frame
--
-- The longest first. A call is left out if one of its callees takes longer than a frame,
-- so each row is the innermost call to blame. Waiting for the next message is left out,
-- too.

CREATE TABLE IF NOT EXISTS frame_ms AS SELECT 16.6 AS value;
CREATE TABLE IF NOT EXISTS top AS SELECT 50 AS value;

WITH slow AS (
  SELECT id, parent_id, ts, dur, thread_dur, name
  FROM thread_slice
  WHERE is_main_thread = 1 AND dur > (SELECT value * 1e6 FROM frame_ms)
)
SELECT id, ts, dur, dur / 1e6 AS ms, thread_dur / 1e6 AS cpu_ms, name
FROM slow
WHERE id NOT IN (SELECT parent_id FROM slow WHERE parent_id IS NOT NULL)
  AND name NOT GLOB 'android?os?MessageQueue.nativePollOnce: *'
ORDER BY dur DESC, id
LIMIT (SELECT value FROM top);
