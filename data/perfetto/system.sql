-- Functions and views of Perfetto about flows, scheduling and counters, for system traces.

-- The flows that can be reached from a slice. Those after it also leave the descendants of the
-- slices on the way, and those before it also enter their ancestors. An id does not tell its trace,
-- so that several traces are refused: by a condition that is tested even where nothing is read.
CREATE PERFETTO FUNCTION following_flow(start_slice_id LONG)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
WITH RECURSIVE reached(slice_id) AS (
  SELECT $start_slice_id
  UNION
  SELECT d.id FROM reached, main.descendant_slice(reached.slice_id) d
  UNION
  SELECT f.slice_in FROM reached JOIN main.flow f ON f.slice_out = reached.slice_id
  WHERE f.slice_in IS NOT NULL)
SELECT f.id, f.slice_out, f.slice_in, f.trace_id, f.arg_set_id
FROM reached JOIN main.flow f ON f.slice_out = reached.slice_id
WHERE _one_trace('following_flow');

CREATE PERFETTO FUNCTION preceding_flow(start_slice_id LONG)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
WITH RECURSIVE reached(slice_id) AS (
  SELECT $start_slice_id
  UNION
  SELECT a.id FROM reached, main.ancestor_slice(reached.slice_id) a
  UNION
  SELECT f.slice_out FROM reached JOIN main.flow f ON f.slice_in = reached.slice_id
  WHERE f.slice_out IS NOT NULL)
SELECT f.id, f.slice_out, f.slice_in, f.trace_id, f.arg_set_id
FROM reached JOIN main.flow f ON f.slice_in = reached.slice_id
WHERE _one_trace('preceding_flow');

CREATE PERFETTO FUNCTION directly_connected_flow(start_slice_id LONG)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
WITH RECURSIVE
  later(slice_id) AS (
    SELECT $start_slice_id
    UNION
    SELECT f.slice_in FROM later JOIN main.flow f ON f.slice_out = later.slice_id
    WHERE f.slice_in IS NOT NULL),
  earlier(slice_id) AS (
    SELECT $start_slice_id
    UNION
    SELECT f.slice_out FROM earlier JOIN main.flow f ON f.slice_in = earlier.slice_id
    WHERE f.slice_out IS NOT NULL)
SELECT f.id, f.slice_out, f.slice_in, f.trace_id, f.arg_set_id
FROM earlier JOIN main.flow f ON f.slice_in = earlier.slice_id
WHERE _one_trace('directly_connected_flow')
UNION
SELECT f.id, f.slice_out, f.slice_in, f.trace_id, f.arg_set_id
FROM later JOIN main.flow f ON f.slice_out = later.slice_id
WHERE _one_trace('directly_connected_flow');

-- How long counters had their values. Of more than three equal values, one row stands for all
-- between the first and the last. The last value of a counter lasts until the end of the trace.
CREATE PERFETTO MACRO _counter_intervals_until(counter_table TableOrSubquery, end_ts Expr)
RETURNS TableOrSubquery AS (
  SELECT
    id, ts, lead(ts, 1, $end_ts) OVER w - ts AS dur, track_id, value,
    lead(value) OVER w AS next_value, value - lag(value) OVER w AS delta_value
  FROM (
    SELECT
      id, ts, track_id, value,
      lag(value) OVER v = value AND lag(value, 2) OVER v = value
        AND lead(value) OVER v = value AS is_within
    FROM $counter_table
    WINDOW v AS (PARTITION BY track_id ORDER BY ts))
  WHERE is_within IS NOT 1
  WINDOW w AS (PARTITION BY track_id ORDER BY ts)
  ORDER BY track_id, ts);

CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS _counter_intervals_until!($counter_table, trace_end());

CREATE PERFETTO VIEW cpu_frequency_counters AS
SELECT c.id, c.track_id, c.ts, c.dur, CAST(c.value AS INTEGER) AS freq, t.cpu AS ucpu, t.cpu
FROM _counter_intervals_until!((
  SELECT v.id, v.ts, v.track_id, v.value
  FROM counter v JOIN cpu_counter_track f ON f.id = v.track_id
  WHERE f.name = 'cpufreq'), (SELECT end_ts FROM trace_bounds)) c
JOIN cpu_counter_track t ON t.id = c.track_id;

-- Processors that leave idleness have the greatest number of 32 bits, which is -1 here.
CREATE PERFETTO VIEW cpu_idle_counters AS
SELECT
  c.id, c.track_id, c.ts, c.dur,
  iif(c.value = 4294967295, -1, CAST(c.value AS INTEGER)) AS idle, t.cpu
FROM _counter_intervals_until!((
  SELECT v.id, v.ts, v.track_id, v.value
  FROM counter v JOIN cpu_counter_track f ON f.id = v.track_id
  WHERE f.name = 'cpuidle'), (SELECT end_ts FROM trace_bounds)) c
JOIN cpu_counter_track t ON t.id = c.track_id;

CREATE PERFETTO VIEW sched_with_thread_process AS
SELECT
  s.id, s.ts, s.dur, s.utid, t.name AS thread_name, t.upid, p.name AS process_name, s.cpu,
  s.end_state, s.priority
FROM sched s
JOIN thread t ON t.utid = s.utid
LEFT JOIN process p ON p.upid = t.upid;

CREATE PERFETTO FUNCTION sched_state_to_human_readable_string(short_name STRING)
RETURNS STRING AS
SELECT coalesce(
  (SELECT column2 FROM (VALUES
    ('R', 'Runnable'), ('R+', 'Runnable (Preempted)'), ('S', 'Sleeping'),
    ('D', 'Uninterruptible Sleep'), ('T', 'Stopped'), ('t', 'Traced'),
    ('X', 'Exit (Dead)'), ('Z', 'Exit (Zombie)'), ('x', 'Task Dead'), ('I', 'Idle'),
    ('K', 'Wakekill'), ('W', 'Waking'), ('P', 'Parked'), ('N', 'No Load'))
  WHERE column1 = $short_name),
  $short_name);

CREATE PERFETTO FUNCTION sched_state_io_to_human_readable_string(sched_state STRING,
  io_wait LONG)
RETURNS STRING AS
SELECT coalesce(sched_state_to_human_readable_string($sched_state), '')
  || coalesce(iif($io_wait, ' (IO)', iif($io_wait IS NULL, NULL, ' (non-IO)')), '');

CREATE PERFETTO VIEW sched_time_in_state_for_thread AS
SELECT
  utid, total AS total_runtime, state, time AS time_in_state,
  time * 100 / total AS percentage_in_state
FROM (
  SELECT utid, state, sum(dur) AS time, sum(sum(dur)) OVER (PARTITION BY utid) AS total
  FROM thread_state
  GROUP BY utid, state);

CREATE PERFETTO VIEW sched_thread_time_in_state AS
SELECT * FROM sched_time_in_state_for_thread;

CREATE PERFETTO VIEW sched_percentage_of_time_in_state AS
SELECT
  utid,
  max(percentage_in_state) FILTER (WHERE state = 'Running') AS running,
  max(percentage_in_state) FILTER (WHERE state = 'R') AS runnable,
  max(percentage_in_state) FILTER (WHERE state = 'R+') AS runnable_preempted,
  max(percentage_in_state) FILTER (WHERE state = 'S') AS sleeping,
  max(percentage_in_state) FILTER (WHERE state = 'D') AS uninterruptible_sleep,
  sum(time_in_state)
    FILTER (WHERE state IN ('T', 't', 'X', 'Z', 'x', 'I', 'K', 'W', 'P', 'N'))
    * 100 / total_runtime AS other
FROM sched_time_in_state_for_thread
GROUP BY utid;

CREATE PERFETTO FUNCTION sched_time_in_state_for_thread_in_interval(ts LONG, dur LONG,
  utid LONG)
RETURNS TABLE(state STRING, io_wait LONG, blocked_function STRING, dur LONG) AS
SELECT
  state, io_wait, blocked_function,
  sum(min(s.ts + s.dur, $ts + $dur) - max(s.ts, $ts)) AS dur
FROM main.thread_state s
WHERE utid = $utid AND s.dur > 0 AND s.ts < $ts + $dur AND s.ts + s.dur > $ts
GROUP BY 1, 2, 3
ORDER BY 4 DESC;

CREATE PERFETTO FUNCTION sched_time_in_state_and_cpu_for_thread_in_interval(ts LONG,
  dur LONG, utid LONG)
RETURNS TABLE(state STRING, io_wait LONG, cpu LONG, blocked_function STRING, dur LONG) AS
SELECT
  state, io_wait, cpu, blocked_function,
  sum(min(s.ts + s.dur, $ts + $dur) - max(s.ts, $ts)) AS dur
FROM main.thread_state s
WHERE utid = $utid AND s.dur > 0 AND s.ts < $ts + $dur AND s.ts + s.dur > $ts
GROUP BY 1, 2, 3, 4
ORDER BY 5 DESC;

CREATE PERFETTO FUNCTION sched_time_in_state_for_cpu_in_interval(cpu LONG, ts LONG, dur LONG)
RETURNS TABLE(end_state STRING, dur LONG) AS
SELECT end_state, sum(min(s.ts + s.dur, $ts + $dur) - max(s.ts, $ts)) AS dur
FROM main.sched s
WHERE cpu = $cpu AND s.dur <> -1 AND s.ts < $ts + $dur AND s.ts + s.dur > $ts
GROUP BY end_state;

-- The state before each time that a thread ran, and the last one in which it was woken.
CREATE PERFETTO VIEW sched_previous_runnable_on_thread AS
SELECT id, prev_runnable_id, prev_wakeup_runnable_id
FROM (
  SELECT
    id, state,
    max(id) FILTER (WHERE state <> 'Running') OVER w AS prev_runnable_id,
    max(id) FILTER (WHERE waker_utid IS NOT NULL) OVER w AS prev_wakeup_runnable_id
  FROM thread_state
  WHERE state IN ('R', 'R+', 'Running') AND dur <> -1
  WINDOW w AS (PARTITION BY utid ORDER BY id))
WHERE state = 'Running'
ORDER BY id;

CREATE PERFETTO VIEW sched_latency_for_running_interval AS
SELECT
  r.id AS thread_state_id, s.id AS sched_id, s.utid,
  r.prev_runnable_id AS runnable_latency_id, before.dur AS latency_dur
FROM sched_previous_runnable_on_thread r
JOIN thread_state running ON running.id = r.id
JOIN thread_state before ON before.id = r.prev_runnable_id
JOIN (SELECT id, utid, ts, dur FROM sched LIMIT -1) s
  ON s.utid = running.utid AND s.ts = running.ts AND s.dur = running.dur;

-- States and spans that are open at the end of the trace do not end.
CREATE PERFETTO VIEW sched_runnable_thread_count AS
SELECT ts, sum(sum(delta)) OVER (ORDER BY ts) AS runnable_thread_count
FROM (
  SELECT ts, 1 AS delta FROM thread_state WHERE state = 'R'
  UNION ALL
  SELECT ts + dur, -1 FROM thread_state WHERE state = 'R' AND dur >= 0)
GROUP BY ts
ORDER BY ts;

CREATE PERFETTO VIEW sched_uninterruptible_sleep_thread_count AS
SELECT ts, sum(sum(delta)) OVER (ORDER BY ts) AS uninterruptible_sleep_thread_count
FROM (
  SELECT ts, 1 AS delta FROM thread_state WHERE state = 'D'
  UNION ALL
  SELECT ts + dur, -1 FROM thread_state WHERE state = 'D' AND dur >= 0)
GROUP BY ts
ORDER BY ts;

CREATE PERFETTO VIEW sched_active_cpu_count AS
SELECT ts, sum(sum(delta)) OVER (ORDER BY ts) AS active_cpu_count
FROM (
  SELECT ts, 1 AS delta FROM sched WHERE utid <> 0
  UNION ALL
  SELECT ts + dur, -1 FROM sched WHERE utid <> 0 AND dur >= 0)
GROUP BY ts
ORDER BY ts;
