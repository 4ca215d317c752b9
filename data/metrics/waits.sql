-- Longest waits
--
-- The longest times that threads were off the CPU, and the calls that they were in. Only
-- traces with both clocks have waits.

CREATE TABLE IF NOT EXISTS top AS SELECT 50 AS value;

SELECT w.call_id AS slice_id, w.ts, w.dur, w.dur / 1e6 AS ms, t.name AS thread, s.name
FROM wait w JOIN thread t ON t.utid = w.utid LEFT JOIN slice s ON s.id = w.call_id
ORDER BY w.dur DESC, w.id
LIMIT (SELECT value FROM top);
